/** Time after which a statement of a job is given up, which no caller waits for: one school may have millions of rows. */
export const jobAnswerMillis = 120_000
