// Runs before the first paint, so that a remembered choice of light or dark never flashes.
try {
  const chosen = localStorage.getItem('escola.scheme')
  const scheme =
    chosen === 'dark' || chosen === 'light'
      ? chosen
      : matchMedia('(prefers-color-scheme: dark)').matches
        ? 'dark'
        : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
} catch {
  // Storage is closed: the default follows.
}
