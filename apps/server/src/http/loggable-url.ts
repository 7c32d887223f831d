const secretAfter =
  /(\/|%2F)(activate|welcome|recover|user-by-token|create-account|set-new-password|mailed-links|email-changes|email|nao-fui-eu|login|integration\/\d+)(\/|%2F)(?:(?!%2F)[^/])+/gi

/** A request's address as a log may keep it: tokens of mailed links are masked, and of a query only its names are left. */
export function loggableUrl(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const masked = path.replace(secretAfter, '$1$2$3…')
  return query === undefined ? masked : `${masked}?${[...new URLSearchParams(query).keys()].join('&')}`
}
