import { withoutBullet } from '../../ui/spreadsheet/written-email.ts'

/** A comma or semicolon that follows an address. */
const behindAddress = /(?<=@[^\s;,<>"]+>?)\s*[;,]\s*/

/**
 * Makes a line of each person in a pasted list: people are written in one line with commas or semicolons, as in the field "Para" of a mail, or with
 * their addresses in angle brackets, or with the numbers of a list.
 */
export const tidyPasted = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .flatMap((line) => ((line.match(/@/g)?.length ?? 0) > 1 ? peopleOf(line) : [line]))
    .map((line) =>
      withoutBullet(line).replace(
        /^\s*"?([^"<]*?)"?\s*<(?:mailto:)?([^<>\s]+@[^<>\s]+)>\s*[;,.]?\s*$/i,
        (_, name, email) => (name ? `${email}\t${name}` : email),
      ),
    )
    .join('\n')

function peopleOf(line: string): string[] {
  const people = line.split(behindAddress).filter((part) => part.trim() !== '')
  // Names that stand behind their addresses would be given to the next person.
  const isMixed =
    people.some((part) => !part.includes('@')) ||
    (!/[;,<]/.test(people[0]!) && people.some((part) => /[;,]/.test(part) && !part.includes('<')))
  return isMixed ? line.split(/\s*[;,]\s*/).filter((part) => part.includes('@')) : people
}
