// Texts of records: what stands between the brackets, and what it means.

/** Returns the text of a value of a record: a backslash takes the meaning from the letter after it, and a line break after one is none. @param {string} value */
export const textOf = (value) => value.replace(/\\(\r\n|\n\r|[\s\S])/g, (_, escaped) => (/^[\r\n]/.test(escaped) ? "" : escaped));

/** Returns a text as a value of a record. @param {string} text */
export const valueOf = (text) => text.replace(/[\\\]:]/g, "\\$&");

/** Returns both parts of a value such as `aa:text`; the second is empty if there is none. @param {string} value */
export function partsOf(value) {
  const [, first, second = ""] = /^((?:[^\\:]|\\[\s\S])*):?([\s\S]*)$/.exec(value) ?? ["", value];
  return { first: textOf(first), second: textOf(second) };
}
