/** Facts of a table that its migration can't say, in one place for all walls that ask for them. */
export interface TableFacts {
  /** One row of a school, for tests that need a row in each table: the SQL of each cell. What it points to is made before it. */
  row?: Record<string, string>
  /** Reason why the table belongs to no school. */
  global?: string
  /** Unique keys and checks that no input can meet, each with its reason. One that input meets has a code in `constraint-codes.ts`. */
  unmet?: Record<string, string>
  /** Indexes that do not begin with school_id, each with its reason. */
  acrossSchools?: Record<string, string>
  /** Reason why all rows of a table of schools lie on one node of a cluster; `placement.ts` of db-citus names it then. */
  together?: string
  /**
   * Rows below a course, a module or a lesson in affiliates' editions: 'copied' by the queries of contents in features/editions, or the reason why
   * they are not.
   */
  edition?: 'copied' | (string & {})
  /** Privileges of the platform's role. A new one needs a reason that a reviewer agrees with. */
  platform?: string
}

/** Texts of a row's cells: its own number, the number of its student, a moment and a word. */
export const number = '$3::bigint'
export const person = '$2::bigint'
export const day = `timestamptz '2026-01-01'`
export const word = `'x'`

/** Reason why editions get no copy of what students have done. */
export const ofStudents = 'what students of the school itself do'
