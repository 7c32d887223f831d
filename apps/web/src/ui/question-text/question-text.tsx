import { useEffect, useMemo, useRef } from 'react'
import { useSchool } from '../../session/context.ts'
import { drawFormulas } from './draw-formulas.ts'
import classes from './question-text.module.css'
import { addressPictures } from './question-pictures.ts'
import { sanitizeQuestionText } from './sanitize-question-text.ts'

/** Shows a text of a question: sanitised, its pictures with the addresses of this school, its formulas drawn. */
export function QuestionText({ html }: { html: string }) {
  const schoolId = useSchool().id
  const clean = useMemo(() => addressPictures(sanitizeQuestionText(html), schoolId), [html, schoolId])
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (ref.current) void drawFormulas(ref.current)
  }, [])
  return <div key={clean} ref={ref} className={classes.text} dangerouslySetInnerHTML={{ __html: clean }} />
}
