/** Reads a value that the server has written into the page, as data; undefined when it is not configured. */
export const pageSetting = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="escola:${name}"]`)?.content || undefined
