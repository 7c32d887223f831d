/** Part of a lesson's editor that saves itself beside the lesson, and is published with it. */
export interface LessonPartWriter {
  /** There is something to publish. */
  hasChanges: boolean
  /** Resolves when the server has all; rejects with what is in the way. */
  settled: () => Promise<void>
  flush: () => Promise<unknown>
  hasUnsaved: () => boolean
  isKept: () => boolean
}

/** Place of such a part in the editor. */
export interface LessonPart {
  lessonId: string
  /** Gets the writer whenever it changes; undefined once the part has left. */
  onWriter: (writer: LessonPartWriter | undefined) => void
}
