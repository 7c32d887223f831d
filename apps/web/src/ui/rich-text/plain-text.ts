/** Words of a rich text, in one line. */
export const plainTextOf = (html: string) =>
  new DOMParser()
    .parseFromString(html.replace(/<\/(p|li|h\d)>|<br>/g, '$& '), 'text/html')
    .body.textContent.replace(/\s+/g, ' ')
    .trim()
