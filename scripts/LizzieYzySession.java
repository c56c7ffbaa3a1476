import featurecat.lizzie.Lizzie;
import featurecat.lizzie.analysis.MoveData;
import featurecat.lizzie.rules.BoardData;
import featurecat.lizzie.rules.BoardHistoryNode;
import javax.swing.SwingUtilities;
import org.json.JSONObject;

/**
 * Opens a record in LizzieYzy's window, has its analysis engine analyze all moves, and prints a line
 * of JSON for each position. Arguments: the record, and the milliseconds for each of the two.
 */
public class LizzieYzySession {
  public static void main(String[] args) throws Exception {
    long limit = Long.parseLong(args[1]);
    Lizzie.main(new String[] {args[0]});
    long end = System.currentTimeMillis() + limit;
    while (!isLoaded() && System.currentTimeMillis() < end) Thread.sleep(100);
    // Its progress window keeps the event thread.
    SwingUtilities.invokeLater(() -> Lizzie.frame.flashAnalyzeGame(true, false));
    end = System.currentTimeMillis() + limit;
    while (!isAnalyzed() && System.currentTimeMillis() < end) Thread.sleep(100);
    for (BoardHistoryNode node = first(); node != null; node = node.next().orElse(null)) {
      BoardData data = node.getData();
      JSONObject line = new JSONObject();
      line.put("move", data.moveNumber);
      line.put("visits", data.getPlayouts());
      line.put("winrate", data.winrate);
      line.put("score", data.scoreMean);
      line.put("ownership", data.estimateArray == null ? 0 : data.estimateArray.size());
      if (!data.bestMoves.isEmpty()) {
        MoveData best = data.bestMoves.get(0);
        line.put("best", best.coordinate);
        line.put("line", best.variation);
      }
      System.out.println(line);
    }
    Runtime.getRuntime().halt(0);
  }

  private static BoardHistoryNode start() {
    return Lizzie.board.getHistory().getStart();
  }

  /** Returns the node of the first move. LizzieYzy does not analyze the empty board before it. */
  private static BoardHistoryNode first() {
    return start().next().orElse(null);
  }

  private static boolean isLoaded() {
    return Lizzie.frame != null && Lizzie.engineManager != null && start().next().isPresent();
  }

  private static boolean isAnalyzed() {
    for (BoardHistoryNode node = first(); node != null; node = node.next().orElse(null))
      if (node.getData().getPlayouts() == 0) return false;
    return true;
  }
}
