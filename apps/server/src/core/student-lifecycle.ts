import type { PlatformDb, SchoolDb } from '@escola/db'
import type { School } from './scope.ts'
import type { Clock, Tools } from './tools.ts'

/** Tools of work that erases or merges students. */
export interface LifecycleTools extends Clock {
  lifecycle: StudentLifecycle
}

/** Steps of erasing all that a school keeps of a student, in their order. */
export interface ErasingSteps {
  /** Locks what must be locked before the student is; an administrator or another transaction may still keep the student. */
  lock?(db: SchoolDb, userId: string): Promise<void>
  /** Lets other students keep what is theirs, before the users for whom this student goes on are known. */
  undo?(db: SchoolDb, userId: string, tools: LifecycleTools): Promise<void>
  /** Gives money back. The balance is held before the school's own row, which each erased student changes. */
  giveBack?(db: SchoolDb, userId: string, tools: Clock): Promise<void>
  /** Adds a student's rows to sums that name no student, before they are deleted. */
  addUp?(db: SchoolDb, userId: string): Promise<void>
  erase?(db: SchoolDb, userId: string, tools: Clock): Promise<void>
  /** Erases what names the student by one of their e-mails. */
  eraseEmail?(db: SchoolDb, student: { userId: string; email: string }): Promise<void>
  /** Ends the student's place in the school, and by its keys all rows of it. */
  leave?(db: SchoolDb, schoolId: string, userId: string): Promise<void>
}

/** A merging lets the first student (`toId`) go on for the second (`fromId`). */
export interface MergedStudents {
  fromId: string
  toId: string
}

export interface MovedPoints extends MergedStudents {
  mergeId: string
  /** Step of the merging: 1 its start, 2 its undo, 3 points that were earned in between. */
  number: number
  points: number
}

/** Steps of a merging: its start, its undo within some days, and its end after them. */
export interface MergingSteps {
  /** Locks what must be locked before the students are. */
  lock?(db: SchoolDb, userIds: string[]): Promise<void>
  /** Gives the first student what the second has: at the start, and at the end what came since. */
  pass?(db: SchoolDb, students: MergedStudents, tools: Clock): Promise<void>
  /** Does the same for what is given at the start alone. */
  passOnce?(
    db: SchoolDb,
    school: Pick<School, 'id'>,
    students: MergedStudents,
    tools: Pick<Tools, 'config'>,
  ): Promise<void>
  takeBack?(db: SchoolDb, students: MergedStudents): Promise<void>
  /** Counts again what is derived from rows that have moved: at the start, at the end and after an undo. */
  recount?(db: SchoolDb, students: MergedStudents, moved: { isUndone: boolean }): Promise<void>
  /** Does what follows for the first student when all has been passed. */
  finish?(db: SchoolDb, students: MergedStudents, tools: Clock): Promise<void>
  /** Tells whether the student has anything of the feature, so that they stay when the correction that made them is undone. */
  hasAny?(db: SchoolDb, userId: string): Promise<boolean>
  /** Points of the second student; an undo gives back as many as the start has moved. */
  points?: {
    find(db: SchoolDb, userId: string): Promise<number>
    pass(db: SchoolDb, moved: MovedPoints, now: Date): Promise<void>
  }
}

/** Steps of erasing an account, once no school has its user. */
export interface AccountSteps {
  /** Ends what lets the user in, before the first school erases them. */
  close?(db: PlatformDb, userId: string, tools: Clock): Promise<void>
  erase?(db: PlatformDb, userId: string): Promise<void>
}

/** Declares what a feature does when a student is erased or merged, or leaves the platform. */
export interface StudentSteps {
  /** Folder of the feature. */
  feature: string
  erasing?: ErasingSteps
  merging?: MergingSteps
  account?: AccountSteps
}

/** Steps of all features. Each step is done for all of them, in the order of the list, before the next step begins. */
export type StudentLifecycle = readonly StudentSteps[]
