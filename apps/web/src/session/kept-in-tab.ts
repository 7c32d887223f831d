import { tabStore } from '../api/storage.ts'

const prefix = 'escola.kept.'

/** A value that this tab keeps over a reload, until the session ends. */
export const keptInTab = <T>(name: string) => ({
  read(): T | undefined {
    try {
      return (JSON.parse(tabStore.read(prefix + name) ?? 'null') as T | null) ?? undefined
    } catch {
      return undefined
    }
  },
  /** Undefined takes the value away. */
  write: (value: T | undefined) => tabStore.write(prefix + name, value === undefined ? null : JSON.stringify(value)),
})

/** Takes away all that the tab keeps of a session. */
export function forgetKeptInTab() {
  for (const key of tabStore.listKeys()) if (key.startsWith(prefix)) tabStore.write(key, null)
}
