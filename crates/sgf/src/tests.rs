use rand::seq::{IndexedRandom, IteratorRandom, SliceRandom};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use halfpoint_core::board::{Color, Point, Size};
use halfpoint_core::game::{Game, IllegalMove, Move, PlayedMove, Setup, Token, TokenKind};
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::parse_vertex;
use halfpoint_core::rules::{PRESETS, Rules, find};

use super::*;

fn rules(name: &str) -> Rules {
    find(name).expect(name).rules
}

/// Reads a record with Chinese rules and a komi of 5 as defaults.
fn load(text: &str) -> Result<Loaded, SgfError> {
    read(
        text.as_bytes(),
        rules("chinese"),
        HalfPoints::from_points(5),
        None,
    )
}

fn loaded(text: &str) -> Loaded {
    load(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn last_token(game: &Game) -> Option<Token> {
    game.records().last()?.action.token()
}

fn error(text: &str) -> SgfError {
    load(text).map_or_else(
        |error| error.reason().clone(),
        |_| panic!("{text} was read"),
    )
}

/// Returns a board size: mostly small, and not always square.
fn any_size(rng: &mut impl Rng) -> Size {
    let side = |rng: &mut _| match RngExt::random_range(rng, 0..12) {
        0 => 25,
        1 => 19,
        2 => 1,
        other => other,
    };
    let (width, height) = (side(rng), side(rng));
    Size::new(width, height).expect("sides up to 25")
}

fn some_of(rng: &mut impl Rng, mut points: Vec<Point>, number: usize) -> Vec<Point> {
    points.shuffle(rng);
    points.truncate(number);
    points
}

fn any_setup(rng: &mut impl Rng, size: Size) -> Setup {
    let points: Vec<Point> = size.points().collect();
    let number = rng.random_range(0..=points.len().min(9));
    // Sorted by point, as the reader returns them, so that games can be compared.
    let mut chosen: Vec<Point> = some_of(rng, points, number);
    chosen.sort();
    let any_color = |rng: &mut _| *Color::BOTH.choose(rng).expect("two colours");
    let first = any_color(rng);
    let setup = match rng.random_range(0..4) {
        0 => Setup::with_handicap(size, &chosen),
        1 => {
            let stones = chosen
                .into_iter()
                .map(|point| (point, any_color(rng)))
                .collect();
            Setup::with_stones(size, stones, first)
        }
        _ => Ok(Setup::empty(size)),
    };
    let setup = setup.unwrap_or_else(|_| Setup::empty(size));
    if rng.random_ratio(1, 4) {
        setup.moving_first(first)
    } else {
        setup
    }
}

fn any_play(rng: &mut impl Rng, game: &Game, color: Color) -> Move {
    let position = game.position();
    let stones: Vec<Point> = game.board().stones().map(|(point, _)| point).collect();
    match rng.random_range(0..10) {
        0 => Move::Pass,
        1 | 2 => match position.tokens(color).choose(rng) {
            Some(&(name, _)) => Move::Token(name),
            None => Move::Pass,
        },
        3 => Move::Propose(some_of(rng, stones, 2)),
        _ => match position.placements(color).choose(rng) {
            Some(&point) => Move::Place(point),
            None => Move::Pass,
        },
    }
}

fn any_game(rng: &mut impl Rng, rules: Rules) -> Game {
    let size = any_size(rng);
    let setup = any_setup(rng, size);
    let komi = HalfPoints::from_halves(rng.random_range(-30..30));
    let mut game = Game::with_setup(rules, setup, komi);
    for _ in 0..rng.random_range(0..120) {
        let turn = game.to_move();
        let color = if rng.random_ratio(1, 20) { !turn } else { turn };
        let mv = any_play(rng, &game, color);
        // Illegal moves are rejected and leave the game unchanged.
        let _ = game.play(color, &mv);
    }
    game
}

/// Returns the file of a game without names, with the given result.
fn file_of(game: &Game, rules_id: &str, result: Option<&str>) -> String {
    let info = Info {
        result,
        ..Info::default()
    };
    write(game, rules_id, &info)
}

#[test]
fn written_games_are_read_back_unchanged() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut kinds, mut agreed) = (std::collections::HashSet::new(), 0);
    for preset in &PRESETS {
        for _ in 0..150 {
            let mut rules = preset.rules;
            if preset.id == "ultimate" {
                rules.bowl_handicap = rng.random_range(-2..=2);
            }
            let mut game = any_game(&mut rng, rules);
            let is_played = game
                .records()
                .iter()
                .any(|one| one.action != PlayedMove::Resign);
            if is_played && rng.random_ratio(1, 3) {
                let number = rng.random_range(0..3);
                let stones = game.board().stones().map(|(stone, _)| stone);
                let dead = stones.sample(&mut rng, number);
                game.agree_on_dead(&dead).expect("stones");
                agreed += 1;
            }
            let file = file_of(&game, preset.id, None);
            // The defaults differ from all values in the file.
            let komi = HalfPoints::from_points(99);
            let back = read(file.as_bytes(), super::tests::rules("bga"), komi, None);
            let back = back.unwrap_or_else(|error| panic!("{error}\n{file}"));
            assert_eq!(back.game, game, "{file}");
            assert_eq!(back.rules_id, Some(preset.id));
            assert_eq!(file_of(&back.game, preset.id, back.result.as_deref()), file);
            for record in game.records() {
                if let PlayedMove::Token(token) = record.action {
                    kinds.insert(token);
                }
            }
        }
    }
    assert_eq!(
        kinds.len(),
        8,
        "not every kind of token move came up: {kinds:?}"
    );
    assert!(agreed > 100, "{agreed} games with agreed dead stones");
}

#[test]
fn reading_stops_before_any_requested_move() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for preset in &PRESETS {
        let mut game = any_game(&mut rng, preset.rules);
        let file = file_of(&game, preset.id, None);
        let part = |number| {
            read(
                file.as_bytes(),
                preset.rules,
                HalfPoints::ZERO,
                Some(number),
            )
        };
        for number in [game.records().len() + 9, game.records().len() + 1] {
            assert_eq!(part(number).expect("the whole game").game, game);
        }
        while !game.records().is_empty() {
            let number = game.records().len();
            game.undo();
            assert_eq!(
                part(number).expect("a part").game,
                game,
                "before {number} of {file}"
            );
        }
        assert_eq!(part(0).expect("the beginning").game, game);
    }
}

#[test]
fn mutated_files_are_read_or_rejected() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let pieces: [&[u8]; 24] = [
        b"(",
        b")",
        b";",
        b"[",
        b"]",
        b"\\",
        b":",
        b"B[tt]",
        b"W[]",
        b"AB[aa:zz]",
        b"AE[aa]",
        b"PL[W]",
        b"KM[3.75]",
        b"SZ[1]",
        b"SZ[25:3]",
        b"HA[2]",
        b"HPM[draw]",
        b"HPM[propose:aa]",
        b"CA[Shift_JIS]",
        b"RU[aga]",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\x83\x5d",
        b"GM[2]",
    ];
    let mut read_well = 0;
    for round in 0..6000 {
        let preset = &PRESETS[round % PRESETS.len()];
        let game = any_game(&mut rng, preset.rules);
        let mut file = file_of(&game, preset.id, Some("B+0.5")).into_bytes();
        for _ in 0..rng.random_range(1..6) {
            let at = rng.random_range(0..file.len());
            match rng.random_range(0..5) {
                0 => file[at] = rng.random(),
                1 => file.truncate(at + 1),
                2 => drop(file.drain(at..(at + rng.random_range(1..20)).min(file.len()))),
                3 => {
                    let piece = pieces.choose(&mut rng).expect("pieces");
                    file.splice(at..at, piece.iter().copied());
                }
                _ => {
                    let copy = file[at..(at + 30).min(file.len())].to_vec();
                    file.splice(at..at, copy);
                }
            }
            if file.is_empty() {
                break;
            }
        }
        match read(&file, preset.rules, HalfPoints::ZERO, None) {
            Ok(loaded) => {
                read_well += 1;
                let id = loaded.rules_id.unwrap_or("custom");
                let again = file_of(&loaded.game, id, None);
                let back = read(again.as_bytes(), preset.rules, HalfPoints::ZERO, None);
                assert_eq!(back.map(|b| b.game), Ok(loaded.game), "{again}");
            }
            Err(error) => assert!(error.to_string().len() < 300, "{error}"),
        }
    }
    assert!(read_well > 100, "only {read_well} files were read");
}

#[test]
fn long_and_deeply_nested_files_are_read_or_rejected() {
    let many = 100_000;
    let deep = |open: &str, close: &str| format!("({}{})", open.repeat(many), close.repeat(many));
    for text in [
        deep(";", ""),
        deep(";(", ")"),
        deep(";B[](", ")").replacen(";", ";SZ[5]", 1),
        format!("(;{})", ";B[];W[]".repeat(many / 2)),
        format!("(;{})", "(;B[aa])".repeat(many)),
        format!("(;C[{}])", "(".repeat(many)),
        format!("(;{})", "TR[aa:ss]".repeat(many)),
    ] {
        assert!(load(&text).is_ok(), "{}", &text[..20]);
    }
    assert_eq!(error(&"(".repeat(many)), SgfError::NoGame);
    assert_eq!(error(&"(;".repeat(many)), SgfError::Truncated);
    assert_eq!(error(&"(;C[".repeat(many)), SgfError::Truncated);
    let too_many = SgfError::TooManyValues;
    assert_eq!(error(&format!("(;{})", "AB[aa:ss]".repeat(many))), too_many);
    assert_eq!(error(&format!("(;{})", "PL[]".repeat(many))), too_many);
    // The second move of a node begins another.
    assert!(load(&format!("(;SZ[5]{})", "B[]".repeat(many))).is_ok());
    let over = SgfError::IllegalMove {
        number: Game::MAX_MOVES + 1,
        reason: IllegalMove::TooLong,
    };
    assert_eq!(
        error(&format!("(;{})", ";B[]".repeat(Game::MAX_MOVES + 1))),
        over
    );
    let large = read(
        &vec![b' '; MAX_BYTES + 1],
        rules("aga"),
        HalfPoints::ZERO,
        None,
    );
    assert_eq!(large.map(|_| ()), Err(SgfError::TooLarge));
}

#[test]
fn a_plain_record_is_read() {
    let file = loaded(
        "junk (;FF[4]GM[1]SZ[9]RU[Japanese]KM[6.5]RE[W+R]PB[a \\] b]\n\
         ;B[ee]C[first];W[gg](;B[cc];W[])(;B[dd]))(;SZ[5];B[aa])",
    );
    assert_eq!(file.rules_id, Some("japanese"));
    assert_eq!(file.result.as_deref(), Some("W+R"));
    let game = file.game;
    assert_eq!(game.komi(), HalfPoints::from_halves(13));
    assert_eq!(game.records().len(), 4);
    let nine = Size::square(9);
    let at = |name| game.board().get(parse_vertex(nine, name).expect(name));
    assert_eq!(at("E5"), Some(Color::Black));
    assert_eq!(at("G3"), Some(Color::White));
    assert_eq!(at("C7"), Some(Color::Black));
    assert_eq!(last_token(&game), Some(Token::Pass));
    assert_eq!(game.state().over, None);
}

#[test]
fn missing_and_empty_values_take_the_defaults() {
    let file = loaded("(;)");
    assert_eq!(file.rules_id, None);
    assert_eq!(file.result, None);
    assert_eq!(
        file.game,
        Game::new(
            rules("chinese"),
            Size::square(19),
            HalfPoints::from_points(5)
        )
    );
    assert_eq!(loaded("(;RU[Lasker]KM[]HA[]RE[ ])").game, file.game);
}

#[test]
fn komi_is_read_in_points_stones_and_hundredths() {
    let halves = |text: &str| loaded(&format!("(;{text})")).game.komi().halves();
    assert_eq!(halves("KM[6.5]"), 13);
    assert_eq!(halves("KM[6,5]"), 13);
    assert_eq!(halves("KM[-0.50]"), -1);
    assert_eq!(halves("KM[3.75]"), 15);
    assert_eq!(halves("KM[3,75]RU[Chinese]"), 15);
    assert_eq!(halves("KM[375]"), 15);
    assert_eq!(halves("KM[375]RU[Japanese]"), 15);
    // 2¼, 2¾, 3¼ and 3¾ stones that have lost the sign between their digits; a stone is two points.
    for (text, points) in [
        ("214", "4.5"),
        ("234", "5.5"),
        ("314", "6.5"),
        ("334", "7.5"),
    ] {
        let file = loaded(&format!("(;KM[{text}]RU[Chinese])"));
        assert_eq!(file.game.komi().to_string(), points, "{text}");
        let note = format!("KM[{text}] read as {points}");
        assert!(file.warnings.contains(&note), "{:?}", file.warnings);
    }
    assert_eq!(halves("KM[233]"), 466);
    assert_eq!(
        error("(;KM[3.75]RU[Japanese])"),
        SgfError::QuarterKomi("3.75".to_string())
    );
    assert!(error("(;KM[3,25])").to_string().contains("3,25"));
}

#[test]
fn komi_that_is_not_understood_is_the_usual_one_of_the_rules() {
    for bad in [
        "nan",
        "1e300",
        "six",
        "6.5.5",
        "6.5][7",
        "5/5",
        "無貼目記錄",
        "reverse",
    ] {
        for name in ["KM", "KO"] {
            let komi = |rest: &str| {
                let file = loaded(&format!("(;SZ[19]{name}[{bad}]{rest})"));
                let note = format!("{name}[{bad}] is not understood");
                assert!(file.warnings.contains(&note), "{:?}", file.warnings);
                assert_eq!(file.komi_of_rules, !rest.contains("HA["));
                file.game.komi().halves()
            };
            assert_eq!(komi("RU[Japanese]"), 13, "{bad}");
            assert_eq!(komi("RU[Button]"), 14, "{bad}");
            assert_eq!(komi("RU[koSIMPLEscoreTERRITORYtaxALLsui0]"), 13, "{bad}");
            assert_eq!(komi("RU[koSIMPLEscoreAREAtaxALLsui1]"), 15, "{bad}");
            assert_eq!(komi("RU[Japanese]HA[2]AB[dd][pp]"), 1, "{bad}");
            assert_eq!(komi(""), 10, "{bad}");
        }
    }
    // An old property fills in for one that is not understood.
    let file = loaded("(;RU[Japanese]KM[?]KO[5.5])");
    assert_eq!((file.game.komi().halves(), file.komi_of_rules), (11, false));
    warns(
        "(;SZ[9]RU[Japanese]KM[Reverse, 20p])",
        &["KM[Reverse, 20p] read as -20"],
    );
    warns("(;SZ[9]RU[Japanese]KM[6目半])", &[]);
}

#[test]
fn sizes_passes_and_points_are_checked_against_the_board() {
    let size = |text: &str| loaded(&format!("(;{text})")).game.board().size();
    assert_eq!(size("SZ[13]"), Size::square(13));
    assert_eq!(size("SZ[5:7]"), Size::new(5, 7).expect("a size"));
    assert_eq!(size("SZ[ 9 ]"), Size::square(9));
    for text in [
        "SZ[19路]",
        "SZ[19.0]",
        "SZ[19,19]",
        "SZ[１９]",
        "SZ[]",
        "SZ[ ]",
    ] {
        assert_eq!(size(text), Size::square(19), "{text}");
    }
    assert_eq!(size("SZ[9路 x 9路]"), Size::square(9));
    for bad in ["0", "26", "5:0", "300"] {
        let error = error(&format!("(;SZ[{bad}])"));
        assert!(matches!(error, SgfError::Size(_)), "{bad}");
    }
    for unknown in ["-1", "x", "5:", "5:5:5", "19.5", "路"] {
        let file = loaded(&format!("(;SZ[{unknown}])"));
        let note = format!("SZ[{unknown}] is not understood");
        assert!(file.warnings.contains(&note), "{:?}", file.warnings);
        assert_eq!(file.game.board().size(), Size::square(19));
    }
    for pass in [
        "(;SZ[9];B[jj])",
        "(;SZ[25];B[zz])",
        "(;SZ[5:3];B[fd])",
        "(;SZ[9];B[tt])",
        "(;SZ[19];B[tt])",
        "(;SZ[5:19];B[tt])",
        "(;SZ[25];B[])",
        "(;;B[ ])",
    ] {
        assert_eq!(last_token(&loaded(pass).game), Some(Token::Pass), "{pass}");
    }
    assert_eq!(last_token(&loaded("(;SZ[25];B[tt])").game), None);
    assert!(last_token(&loaded("(;SZ[25:9];B[tt])").game).is_some());
    for off in [
        "(;SZ[9];B[jk])",
        "(;SZ[5:3];B[df])",
        "(;;B[AA])",
        "(;AB[sa:ta])",
        "(;AE[zz])",
    ] {
        assert!(matches!(error(off), SgfError::OffBoard { .. }), "{off}");
    }
    for bad in [
        "(;;B[a])",
        "(;;B[aa][bb])",
        "(;;B[d44])",
        "(;;B[i4])",
        "(;AW[a])",
        "(;AB[aa];SZ[9])",
    ] {
        assert!(matches!(error(bad), SgfError::BadValue { .. }), "{bad}");
    }
    let told = "bad value B[a]: a point such as pd expected";
    assert_eq!(error("(;;B[a])").to_string(), told);
    assert!(load("(;AB[]PL[]HA[]KM[])").is_ok());
}

#[test]
fn points_may_be_written_as_vertices() {
    for (vertices, letters) in [
        ("(;;B[R16];W[d4])", "(;;B[qd];W[dp])"),
        ("(;SZ[9]AB[A9:B8][J1];W[E5])", "(;SZ[9]AB[aa:bb][ii];W[ee])"),
    ] {
        let file = loaded(vertices);
        assert_eq!(file.game, loaded(letters).game);
        let notes = file.warnings.iter().filter(|w| w.contains("as vertices"));
        assert_eq!(notes.count(), 1, "{:?}", file.warnings);
    }
}

#[test]
fn rectangles_count_from_the_upper_left() {
    let game = loaded("(;AB[ba]SZ[3:2])").game;
    let size = game.board().size();
    assert_eq!(
        game.board().get(parse_vertex(size, "B2").expect("a point")),
        Some(Color::Black)
    );
}

#[test]
fn setup_stones_form_the_starting_position() {
    let setup = |text: &str| loaded(text).game.setup().clone();
    let two = setup("(;SZ[9]HA[2]AB[cc][gg])");
    assert_eq!((two.handicap(), two.to_move()), (2, Color::White));
    assert_eq!(
        setup("(;SZ[9]HA[2]AB[cc][gg]PL[B])").to_move(),
        Color::Black
    );
    assert_eq!(setup("(;SZ[9]HA[2];AB[cc];AB[gg];W[aa])").handicap(), 2);
    assert_eq!(setup("(;SZ[9]HA[1]AB[cc])").handicap(), 1);
    for none in [
        "(;HA[3]AB[cc][gg])",
        "(;AB[cc][gg])",
        "(;HA[2]AB[cc][gg]AW[aa])",
        "(;HA[2])",
    ] {
        assert_eq!(setup(none).handicap(), 0, "{none}");
    }
    let merged = setup("(;SZ[9]AB[aa:cc];AE[bb]AW[ii];AW[cc]PL[2];B[ee])");
    assert_eq!(merged.stones().len(), 9);
    assert_eq!(merged.to_move(), Color::White);
    assert_eq!(setup("(;AB[aa];W[bb])").to_move(), Color::White);
    assert_eq!(setup("(;AB[aa];B[bb])").to_move(), Color::Black);
    assert_eq!(setup("(;AB[aa]W[bb])").to_move(), Color::White);
    for late in ["AB[dd]", "AE[aa]", "PL[B]"] {
        let late = format!("(;;B[aa];W[bb];B[cc];{late})");
        assert_eq!(loaded(&late).moves_before, 3);
        let early = read(late.as_bytes(), rules("aga"), HalfPoints::ZERO, Some(3));
        assert_eq!(early.map(|l| l.moves_before), Ok(0));
    }
    assert!(load("(;;B[aa]PL[W];PL[W];W[bb]PL[W])").is_ok());
}

#[test]
fn moves_out_of_turn_are_allowed_and_illegal_moves_are_errors() {
    let game = loaded("(;;B[aa];B[bb];W[cc];W[dd])").game;
    assert_eq!((game.records().len(), game.to_move()), (4, Color::Black));
    let illegal = |number, reason| SgfError::IllegalMove { number, reason };
    assert_eq!(
        error("(;;B[aa];W[bb];B[aa])"),
        illegal(3, IllegalMove::Occupied)
    );
    assert_eq!(
        error("(;;B[ab];B[ba];W[aa])"),
        illegal(3, IllegalMove::Suicide)
    );
    assert_eq!(
        error("(;;B[]HPM[button])"),
        illegal(1, IllegalMove::NoButton)
    );
    assert_eq!(
        error("(;;B[aa];W[aa])").to_string(),
        "move 2: illegal move: occupied"
    );
}

#[test]
fn token_moves_are_passes_with_a_name() {
    let last =
        |rules: &str, moves: &str| last_token(&loaded(&format!("(;SZ[5]RU[{rules}]{moves})")).game);
    assert_eq!(last("chinese", ";B[]HPM[fullpass]"), Some(Token::Pass));
    assert_eq!(last("button", ";B[]"), Some(Token::TakeButton));
    assert_eq!(last("button", ";B[tt]HPM[FullPass]"), Some(Token::Pass));
    assert_eq!(
        last("half_pass", ";B[]HPM[halfpass]"),
        Some(Token::HalfPass)
    );
    assert_eq!(
        last("ultimate", ";B[]HPM[delay];W[]HPM[delay]"),
        Some(Token::Delay)
    );
    let proposed = loaded("(;SZ[5]RU[half pass];B[aa];W[bb];B[]HPM[propose:bb];W[]HPM[halfpass])");
    assert_eq!(proposed.game.records()[2].proposed.len(), 1);
    assert!(proposed.game.state().over.is_some());
    for bad in ["resign", "", "propose:b", "delay:aa"] {
        let error = error(&format!("(;RU[half pass];B[]HPM[{bad}])"));
        assert!(matches!(error, SgfError::BadValue { .. }), "{bad}");
    }
}

#[test]
fn results_that_play_has_settled_are_written() {
    let mut game = Game::new(rules("ultimate"), Size::square(3), HalfPoints::ZERO);
    assert!(!file_of(&game, "ultimate", None).contains("RE["));
    for (color, name) in [
        (Color::Black, TokenKind::Delay),
        (Color::White, TokenKind::Delay),
        (Color::Black, TokenKind::Draw),
    ] {
        game.play(color, &Move::Token(name)).expect("a legal move");
    }
    let file = file_of(&game, "ultimate", None);
    assert!(
        file.contains("RE[0]") && file.contains("the ultimate stone]"),
        "{file}"
    );
    let mut game = Game::new(rules("aga"), Size::square(3), HalfPoints::ZERO);
    game.play(Color::Black, &Move::Pass).expect("a pass");
    game.play(Color::White, &Move::Resign)
        .expect("a resignation");
    let file = file_of(&game, "aga", None);
    assert!(
        file.contains("RE[B+R]") && file.contains("White 1 (pass stones 1)]"),
        "{file}"
    );
    game.undo();
    assert_eq!(loaded(&file).game, game);
    assert!(file_of(&game, "aga", Some("B+3.5 ]\\")).contains("RE[B+3.5 \\]\\\\]"));
}

#[test]
fn named_and_unnamed_charsets_are_decoded() {
    let result = |bytes: &[u8]| {
        let loaded = read(bytes, rules("chinese"), HalfPoints::ZERO, None);
        loaded.map(|l| (l.result.unwrap_or_default(), l.game.records().len()))
    };
    let written = |label: &str, words: &str| {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect(label);
        let text = format!("(;CA[{label}]PB[{words}]RE[{words}];B[aa];W[bb])");
        let (bytes, _, unmappable) = encoding.encode(&text);
        assert!(!unmappable, "{label}");
        result(&bytes)
    };
    // In Shift_JIS the second byte of the first character is a backslash, that of the second
    // character a bracket.
    for (label, words) in [
        ("Shift_JIS", "表ゾ白番中押し勝ち"),
        ("ISO-2022-JP", "黒番七目勝ち"),
        ("GB18030", "白中盘胜"),
        ("gb2312", "黑胜一又二分之一子"),
        ("Big5", "許功蓋"),
        ("EUC-KR", "백 불계승"),
        ("latin1", "Weiß gewinnt"),
        ("UTF-8", "Weiß gewinnt 白"),
    ] {
        assert_eq!(written(label, words), Ok((words.to_string(), 2)), "{label}");
    }
    let wanted = Ok(("é".to_string(), 1));
    assert_eq!(result("\u{feff}(;RE[é];B[aa])".as_bytes()), wanted);
    assert_eq!(result("(;RE[é];B[aa])".as_bytes()), wanted);
    assert_eq!(result("(;CA[gb2312]RE[é];B[aa])".as_bytes()), wanted);
    assert_eq!(result(b"(;RE[\xe9];B[aa])"), wanted);
    assert_eq!(result(b"(;CA[nonsense]RE[\xe9];B[aa])"), wanted);
    let wide: Vec<u8> = "\u{feff}(;RE[é];B[aa])"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(result(&wide), wanted);
    assert!(result(b"(;CA[UTF-8]RE[\xe9];B[aa])").is_ok());
}

#[test]
fn files_that_are_no_records_are_errors() {
    for text in ["", " ", "B[aa]", "()", "(x;B[aa])", "[(;"] {
        let error = error(text);
        assert!(
            matches!(error, SgfError::NoGame | SgfError::Truncated),
            "{text}: {error}"
        );
    }
    for text in ["(;B[aa", "(;B", "(;C[\\]", "(;B[aa];W[b", "(;B[aa];W"] {
        assert_eq!(error(text), SgfError::Truncated, "{text}");
    }
    for text in ["(;B[aa]", "(;B[aa];"] {
        assert_eq!(loaded(text).game.records().len(), 1, "{text}");
    }
    for text in [
        "(;x)",
        "(;[aa])",
        "(;])",
        "(;é[aa])",
        "(;;B[aa](x;W[bb]))",
        "(;B;W[aa])",
    ] {
        assert!(matches!(error(text), SgfError::NoProperty { .. }), "{text}");
    }
    assert_eq!(error("(;GM[2])"), SgfError::NotGo("Othello".to_string()));
    assert_eq!(error("(;GM[x])"), SgfError::NotGo("GM[x]".to_string()));
    assert!(matches!(error("(;HPR[{}x])"), SgfError::Rules(_)));
    assert_eq!(
        loaded("(;Black[aa];White[bb]CoPyright[x]())")
            .game
            .records()
            .len(),
        2
    );
}

#[test]
fn private_rules_take_precedence_over_ru() {
    let text = r#"(;RU[Japanese]HPR[{"id":"chinese","ko":"SIM\
PLE"}])"#;
    let file = loaded(text);
    // They are no longer those of the row that they begin with.
    assert_eq!(file.rules_id, None);
    assert_eq!(file.game.rules().ko, halfpoint_core::rules::KoRule::Simple);
    let named = loaded(r#"(;RU[Japanese]HPR[{"id":"bga"}])"#);
    assert_eq!(named.rules_id, Some("bga"));
}

/// Checks that a record gives exactly the warnings with the wanted words, in this order.
fn warns(text: &str, wanted: &[&str]) {
    let warnings = loaded(text).warnings;
    let same = warnings.len() == wanted.len()
        && warnings
            .iter()
            .zip(wanted)
            .all(|(w, words)| w.contains(words));
    assert!(same, "{text}: {warnings:?}");
}

/// Returns a record that specifies all usual values, with `rest` added.
fn complete(rest: &str) -> String {
    let komi = if rest.contains("AP[") || rest.contains("KM[7") {
        ""
    } else {
        "KM[6.5]"
    };
    let rules = if rest.starts_with("RU[") {
        ""
    } else {
        "RU[Japanese]"
    };
    format!("(;SZ[9]{komi}{rules}{rest})")
}

#[test]
fn missing_komi_follows_from_handicap_rules_or_default() {
    for (text, halves, warning) in [
        (
            "(;SZ[19]RU[Japanese])",
            13,
            "no komi: 6.5 assumed, as is usual under japanese",
        ),
        (
            "(;SZ[19]RU[AGA])",
            15,
            "no komi: 7.5 assumed, as is usual under aga",
        ),
        (
            "(;SZ[9]RU[black_white])",
            1,
            "no komi: 0.5 assumed, as is usual under black_white",
        ),
        (
            "(;SZ[19]RU[Chinese]HA[2]AB[dd][pp])",
            1,
            "no komi: 0.5 assumed, as is usual with a handicap",
        ),
        ("(;SZ[19]RU[Lasker])", 10, "no komi: 5 assumed"),
        ("(;SZ[19])", 10, "no komi: 5 assumed"),
    ] {
        let loaded = loaded(text);
        assert_eq!(loaded.game.komi().halves(), halves, "{text}");
        assert_eq!(loaded.komi_of_rules, !text.contains("HA["));
        let found = loaded.warnings.iter().any(|given| given == warning);
        assert!(found, "{text}: {:?}", loaded.warnings);
    }
    // A komi from the caller causes no warning and ignores an invalid komi in the file.
    let komi = HalfPoints::from_points(3);
    for text in [
        "(;SZ[9]RU[Japanese])",
        "(;SZ[9]RU[Japanese]KM[6.5])",
        "(;SZ[9]RU[Japanese]KM[6.25])",
    ] {
        let mut games =
            read_all(text.as_bytes(), rules("chinese"), HalfPoints::ZERO).with_komi(komi);
        let game = games.next().expect("a game").expect("it is read");
        assert_eq!(game.game.komi(), komi, "{text}");
        assert!(game.warnings.is_empty(), "{text}: {:?}", game.warnings);
        assert_eq!(game.komi_of_rules, !text.contains("KM["));
    }
}

#[test]
fn every_assumption_gives_a_warning() {
    warns(&complete(""), &[]);
    warns(
        "(;)",
        &["no rules: chinese", "no board size: 19", "no komi: 5"],
    );
    for (rest, wanted) in [
        ("RU[Lasker]", "RU[Lasker] is unknown: chinese assumed"),
        (
            "RU[GOE]",
            "rules ing are simplified: positional superko stands for Ing's ko rule",
        ),
        ("HA[x]", "HA[x] is not understood"),
        ("TM[3 hours]", "TM[3 hours] is not understood"),
        ("HA[3]", "HA[3] without stones"),
        ("HA[3]AB[cc][gg]", "HA[3] with 2 black and 0 white stones"),
        ("AB[cc][gg];W[aa]", "without HA: no handicap"),
        (";B[cc];B[gg];W[aa]", "2 moves by Black in a row"),
        ("AB[cc][cc]", "AB names a point more than once"),
        (";B[cc];KM[0]", "node 3: KM after the first move"),
        ("KM[0]", "KM given twice: the last counts"),
        (
            "KM[6.5]HA[2]HA[2]AB[cc][gg]RU[ Japanese ]RU[Korean]",
            "RU given twice",
        ),
        ("KM[0]AP[foxwq]", "KM[0] of a server"),
        ("KM[750]", "KM[750] read as 7.5"),
        ("RE[who knows]", "RE[who knows] is not understood"),
        (";B[cc];PL[B]", "node 3: position set up after move 1"),
        (&";HPD[]".repeat(1001), "HPD: only the first 1000 are read"),
    ] {
        warns(&complete(rest), &[wanted]);
    }
}

#[test]
fn a_handicap_without_stones_follows_from_the_first_moves() {
    let game = |rest: &str| loaded(&complete(rest)).game;
    let points = |game: &Game| -> Vec<Point> {
        game.setup()
            .stones()
            .iter()
            .map(|(point, _)| *point)
            .collect()
    };
    let mut usual = halfpoint_core::game::fixed_handicap(Size::square(9), 3).expect("three stones");
    usual.sort_unstable();
    assert_eq!(points(&game("HA[3];W[ee]")), usual);
    // A white move on a handicap point shows that there were no handicap stones.
    let none = game("HA[3];W[cc];B[gg];W[gc];B[cg]");
    assert_eq!((none.setup().handicap(), none.records().len()), (0, 4));
    let by_moves = game("HA[2];B[cc];B[gg];W[ee];B[ff]");
    assert_eq!(
        (by_moves.setup().handicap(), by_moves.records().len()),
        (2, 2)
    );
    assert_eq!(by_moves.setup().to_move(), Color::White);
    let alternating = game("HA[2];B[cc];W[gg];B[ee]");
    assert_eq!(
        (alternating.setup().handicap(), alternating.records().len()),
        (0, 3)
    );
    let passing = game("HA[2];B[cc];B[];W[gg]");
    assert_eq!(
        (passing.setup().handicap(), passing.records().len()),
        (0, 3)
    );
    let part = read(
        complete("HA[2];B[cc];B[gg];W[ee]").as_bytes(),
        rules("aga"),
        HalfPoints::ZERO,
        Some(3),
    );
    assert_eq!(part.map(|l| l.game.setup().handicap()), Ok(2));
}

#[test]
fn a_position_set_up_later_starts_a_new_game() {
    let file = loaded(&complete(
        "HA[2]AB[cc][gg];W[ee];B[ed];AE[ee];AW[ef]PL[W];W[ce];B[ec]",
    ));
    assert_eq!((file.moves_before, file.game.records().len()), (2, 2));
    assert_eq!(file.warnings.len(), 2, "{:?}", file.warnings);
    let setup = file.game.setup();
    assert_eq!(
        (setup.stones().len(), setup.handicap(), setup.to_move()),
        (4, 0, Color::White)
    );
    // A setup that changes nothing does not start a new game.
    for same in [
        ";AE[aa];W[gg]",
        ";AB[ee];W[gg]",
        ";PL[B];W[gg];PL[B]",
        ";AB[cc];AE[cc];W[gg]",
    ] {
        let file = loaded(&complete(&format!(";B[ee]{same}")));
        assert_eq!(
            (file.moves_before, file.game.records().len()),
            (0, 2),
            "{same}"
        );
        assert_eq!(file.warnings, [""; 0], "{same}");
    }
}

#[test]
fn stones_set_up_replace_and_capture_in_their_order() {
    let (b, w) = (Some(Color::Black), Some(Color::White));
    for (text, stones, note) in [
        ("AB[aa]AW[aa]", vec![("A9", w)], "the last counts"),
        ("AW[aa]AB[aa]", vec![("A9", b)], "the last counts"),
        ("AB[aa][bb]AE[aa]", vec![("B8", b)], "the last counts"),
        ("AE[aa]AB[aa]", vec![("A9", b)], "the last counts"),
        (
            "AW[aa]AB[ab][ba]",
            vec![("A8", b), ("B9", b)],
            "1 of the stones set up",
        ),
        (
            "AB[ab][ba]AW[aa]",
            vec![("A8", b), ("B9", b)],
            "1 of the stones set up",
        ),
        // A chain that is set up around its own eye has liberties before it is complete.
        (
            "AW[ba][ab]AB[aa][ca][bb][ac]",
            vec![("A7", b), ("B8", b), ("C9", b), ("A8", w), ("B9", w)],
            "1 of",
        ),
        (
            ";B[ba];W[ii];B[ab];AW[aa]",
            vec![("A8", b), ("B9", b), ("J1", w)],
            "1 of",
        ),
    ] {
        let text = complete(text);
        let file = loaded(&text);
        let size = Size::square(9);
        let at = |name| file.game.board().get(parse_vertex(size, name).expect(name));
        for (name, color) in &stones {
            assert_eq!(at(name), *color, "{text}: {name}");
        }
        assert_eq!(file.game.board().stones().count(), stones.len(), "{text}");
        let said = file.warnings.iter().any(|warning| warning.contains(note));
        assert!(said, "{text}: {:?}", file.warnings);
    }
    let alone = loaded("(;SZ[1]AB[aa])");
    assert_eq!(alone.game.board().stones().count(), 0);
    // The order does not matter to stones that all have liberties.
    warns(&complete("AB[aa][ba]AW[ab][bb]AB[ca]PL[W]"), &[]);
}

#[test]
fn an_unknown_first_player_is_noted() {
    warns(&complete("PL[x]"), &["PL[x] is not understood"]);
    warns(&complete(";B[cc];PL[x]"), &["PL[x] is not understood"]);
    warns(&complete("PL[];B[cc];PL[]"), &[]);
    assert_eq!(
        loaded(&complete("PL[x];W[aa]")).game.setup().to_move(),
        Color::White
    );
}

/// Returns the first player's moves read of a game with moves after two passes.
fn moves_with_clean_up(root: &str) -> (usize, bool) {
    let text =
        format!("(;GM[1]SZ[5]KM[0.5]{root};B[cc];W[bb];B[];W[];B[bc];W[ab];B[tt];W[];B[];W[])");
    let file = loaded(&text);
    let said = file
        .warnings
        .iter()
        .any(|warning| warning.contains("clean-up"));
    (file.game.records().len(), said)
}

#[test]
fn territory_records_of_katago_end_at_the_first_two_passes() {
    for ru in [
        "koSIMPLEscoreTERRITORYtaxSEKIsui0",
        "koPOSITIONALscoreTERRITORYtaxNONEsui1whbN",
        " koSITUATIONALscoreTERRITORYtaxALLsui0fpok1 ",
    ] {
        assert_eq!(moves_with_clean_up(&format!("RU[{ru}]")), (4, true), "{ru}");
    }
}

#[test]
fn other_records_are_taken_up_again_after_two_passes() {
    for root in [
        "",
        "RU[Japanese]",
        "RU[Korean]",
        "RU[koSIMPLEscoreAREAtaxSEKIsui0]",
    ] {
        assert_eq!(moves_with_clean_up(root), (10, false), "{root}");
    }
}

#[test]
fn territory_records_of_our_own_are_taken_up_again_after_two_passes() {
    let mut own = rules("japanese");
    own.tax = halfpoint_core::rules::TaxRule::None;
    let mut game = Game::new(own, Size::square(5), HalfPoints::ZERO);
    for name in ["C3", "pass", "pass", "B2"] {
        let mv = match parse_vertex(game.board().size(), name) {
            Some(point) => Move::Place(point),
            None => Move::Pass,
        };
        game.play(game.to_move(), &mv).expect("legal");
    }
    let file = file_of(&game, "custom", None);
    assert!(
        file.contains("RU[koSIMPLEscoreTERRITORYtaxNONEsui0fpok1]HPR["),
        "{file}"
    );
    assert_eq!(loaded(&file).game, game);
    // A setup after the two passes begins another game.
    let set_up = loaded("(;SZ[5]RU[koSIMPLEscoreTERRITORYsui0];B[cc];W[];B[];AB[aa];W[bb])");
    assert_eq!((set_up.moves_before, set_up.game.records().len()), (3, 1));
}

#[test]
fn a_resignation_as_a_move_ends_the_game() {
    let file = loaded(&complete(";B[ee];W[resign]"));
    assert_eq!((file.result, file.game.records().len()), (None, 1));
    let won = RecordedResult::Won(Color::Black, HowWon::Resignation);
    assert_eq!(file.recorded, won);
    let over = SgfError::IllegalMove {
        number: 2,
        reason: IllegalMove::GameOver,
    };
    assert_eq!(error(&complete(";B[ee];W[resign];B[cc]")), over);
}

#[test]
fn errors_name_the_node_or_the_move() {
    let text = |rest: &str| load(&complete(rest)).map_or_else(|e| e.to_string(), |_| String::new());
    assert_eq!(text(";B[ee];W[zz]"), "node 3: W[zz] is off the board");
    assert_eq!(text(";B[ee];W[ee]"), "move 2: illegal move: occupied");
    assert_eq!(text("GM[2]"), "node 1: not a game of Go but Othello");
    let error = load(&complete(";B[e]")).map(|_| ()).expect_err("no point");
    assert_eq!((error.game(), error.node()), (None, Some(2)));
}

#[test]
fn texts_are_escaped_and_short_games_are_on_one_line() {
    let game = Game::new(rules("aga"), Size::square(3), HalfPoints::from_halves(-1));
    let info = Info {
        result: Some("B+0.5"),
        black: Some("a:b [c]\nd"),
        white: Some("\\"),
        comment: Some("one: \u{1b}[1]\r\ntwo\u{9d} \\"),
        times: None,
    };
    let file = write(&game, "aga", &info);
    let end = concat!(
        r"KM[-0.5]RE[B+0.5]PB[a\:b [c\] d]PW[\\]GC[one\: [1\]",
        "\n",
        r"two \\]C[Points from token moves - Black 0, White 0])",
        "\n"
    );
    assert!(file.ends_with(end), "{file}");
    let back = loaded(&file);
    assert_eq!(back.black.as_deref(), Some("a:b [c] d"));
    assert_eq!(back.white.as_deref(), Some("\\"));
}
