import type { StudentDegree } from '@escola/contract/learning.contract'
import { studyMessages } from '@escola/contract/messages'
import { IconTrophy } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { CourseCertificate, useCertificate } from './course-certificate.tsx'
import classes from './course-finished.module.css'
import { Diploma } from './diploma.tsx'

const pieces = Array.from({ length: 28 }, (_, index) => index)

/** The end of a course, celebrated once: when its last lesson has just been completed. */
export function CourseFinished({ degree, isNew }: { degree: StudentDegree; isNew: boolean }) {
  const certificate = useCertificate(degree)
  return (
    <section className={classes.card} aria-labelledby="course-finished">
      {isNew && (
        <div className={classes.confetti} aria-hidden>
          {pieces.map((piece) => (
            <i key={piece} style={{ '--piece': piece } as CSSProperties} />
          ))}
        </div>
      )}
      <span className={classes.icon}>
        <IconTrophy size={28} aria-hidden />
      </span>
      <div role={isNew ? 'status' : undefined}>
        <h2 id="course-finished" className={classes.title}>
          {studyMessages.courseDone}
        </h2>
        <p className={classes.text}>Parabéns! Você concluiu todas as aulas de {degree.title}.</p>
      </div>
      <div className={classes.certificate}>
        <CourseCertificate degree={degree} />
      </div>
      {certificate?.status === 'ready' && <Diploma course={degree.title} code={certificate.code} />}
    </section>
  )
}
