import { useRef } from 'react'
import { isNewRecord } from './new-record.ts'

/** Tells what a change of a thing goes to; the first one makes it. */
export type MadeId = () => Promise<string>

interface Making<T> {
  create: () => Promise<T>
  onMade: (made: T) => void
}

/** Id of a thing that its first change makes; changes that come meanwhile wait for the same making. */
export function useMadeId<T extends { id: string }>(id: string, { create, onMade }: Making<T>): MadeId {
  const making = useRef<Promise<string>>(undefined)
  return () => {
    if (!isNewRecord({ link: id })) return Promise.resolve(id)
    making.current ??= create().then(
      (made) => {
        onMade(made)
        return made.id
      },
      (error: unknown) => {
        making.current = undefined
        throw error
      },
    )
    return making.current
  }
}
