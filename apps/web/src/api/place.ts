/**
 * The place that says which school this is: as much of the address as that takes. What comes after it may be a secret of a mailed link's,
 * which the server is told where it is asked for and nowhere else.
 */
export const placeNow = () => ({
  domain: location.hostname,
  pathname: location.pathname.replace(/^(\/escola)?(\/[^/]*).*/, '$1$2'),
})
