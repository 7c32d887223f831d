/** Refuses a key that does not start with a school's id or that could leave its folder. */
export function assertStorageKey(key: string): string {
  const parts = key.split('/')
  const sound = /^\d+$/.test(parts[0]!) && parts.length > 1 && parts.every((part) => /^[\w-][\w.-]*$/.test(part))
  if (!sound || key.length > 500) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
  return key
}
