import { learning } from '@escola/contract/learning.contract'
import { expect } from '@playwright/test'
import { callsOf } from './api.ts'

interface Course {
  schoolId: string
  degree: { link: string }
}

/**
 * Waits until a course is open to the student of a session, or closed: a worker or the gate, which caches for a second what it has read, may be behind. From
 * then on the course's page shows the same.
 */
export async function waitForAccess({ schoolId, degree }: Course, token: string, isOpen: boolean): Promise<void> {
  const look = () =>
    callsOf(token)(learning.course, { params: { schoolId, degreeLink: degree.link } }).then(
      () => true,
      (error: Error) => {
        // A school whose members the gate does not know yet is one that it does not find.
        if (/ answered (403|404): /.test(error.message)) return false
        throw error
      },
    )
  await expect.poll(look).toBe(isOpen)
}
