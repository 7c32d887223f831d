/** Reads a value that the server has written into the page, as data; undefined when it is not configured. */
export const readPageSetting = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="escola:${name}"]`)?.content || undefined
