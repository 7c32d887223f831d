/**
 * Makes a line of each person in a pasted list: people are written in one line with commas or semicolons, as in the field "Para" of a mail, or with
 * their addresses in angle brackets.
 */
export const tidyPasted = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .flatMap((line) => ((line.match(/@/g)?.length ?? 0) > 1 ? line.split(/\s*[;,]\s*/) : [line]))
    .map((line) =>
      line.replace(/^\s*"?([^"<]*?)"?\s*<([^<>\s]+@[^<>\s]+)>\s*[;,]?\s*$/, (_, name, email) =>
        name ? `${email}\t${name}` : email,
      ),
    )
    .join('\n')
