import { startTransition, useState } from 'react'
import { deviceStore } from '../../api/storage.ts'

/** More lessons than this are too many to look through, so their modules start folded. */
const manyLessons = 40

interface ModuleLessons {
  content: unknown[]
}

/** Remembers on this device which modules of a course are folded; its outline and its lessons' side lists share it. */
export function useFolded(courseId: string, modules: ModuleLessons[]) {
  const key = `escola.folded.${courseId}`
  const [chosen, setChosen] = useState(() => read(key))
  const atFirst = modules.reduce((sum, { content }) => sum + content.length, 0) > manyLessons
  const fold = (ids: string[], isFolded: boolean) => {
    const next = { ...read(key), ...Object.fromEntries(ids.map((id) => [id, isFolded])) }
    deviceStore.write(key, JSON.stringify(next))
    // Hundreds of lessons are drawn bit by bit, so that the click is answered at once.
    startTransition(() => setChosen(next))
  }
  return { isFolded: (id: string) => chosen[id] ?? atFirst, fold }
}

function read(key: string): Record<string, boolean> {
  try {
    return JSON.parse(deviceStore.read(key) ?? '{}')
  } catch {
    return {}
  }
}
