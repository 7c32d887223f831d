import { useSyncExternalStore } from 'react'
import { deviceStore } from '../api/storage.ts'

type Override = 'admin' | 'student'
const key = 'escola.view'
const listeners = new Set<() => void>()

/** An administrator's chosen view, kept together with the school that it was chosen in. */
export const readViewOverride = (schoolId: string | undefined): Override | undefined => {
  const [id, role] = (deviceStore.read(key) ?? '').split(':')
  return id !== '' && id === schoolId && (role === 'admin' || role === 'student') ? role : undefined
}

export const setViewRole = (schoolId: string, role: Override) => {
  deviceStore.write(key, `${schoolId}:${role}`)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useViewOverride = (schoolId: string | undefined) =>
  useSyncExternalStore(subscribe, () => readViewOverride(schoolId))
