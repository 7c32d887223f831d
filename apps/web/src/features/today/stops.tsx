import { countOf } from '@escola/contract/messages'
import { courseTitle, lessonTitle } from '@escola/contract/titles'
import type { Stops as CourseStops } from '@escola/contract/today.contract'
import { Link } from '@tanstack/react-router'
import { useRights } from '../../session/rights.ts'
import { Section } from '../../ui/section.tsx'
import classes from './stops.module.css'

/** Places of the students of the busiest course: at each lesson, those for whom it is the next one. */
export function Stops({ stops }: { stops: CourseStops }) {
  const { degree_link: link, students, contents } = stops
  const mayOpen = useRights().maySomewhere('courses')
  const title = courseTitle({ title: stops.degree_title })
  const most = Math.max(...contents.map((each) => each.students))
  return (
    <Section
      title="Onde os alunos param"
      text={
        <>
          A próxima aula de {countOf(students, 'aluno', 'alunos')} com o curso{' '}
          {mayOpen ? (
            <Link to="/c/$link" params={{ link }} className={classes.course}>
              {title}
            </Link>
          ) : (
            <strong>{title}</strong>
          )}{' '}
          em andamento. Contado uma vez por dia.
        </>
      }
    >
      <ul className={classes.list}>
        {contents.map((content) => (
          <li key={content.link}>
            <div className={classes.line}>
              {mayOpen ? (
                <Link to="/c/$link/$classLink" params={{ link, classLink: content.link }} className={classes.lesson}>
                  {lessonTitle(content)}
                </Link>
              ) : (
                <span className={classes.lesson}>{lessonTitle(content)}</span>
              )}
              <span className={classes.count}>{countOf(content.students, 'aluno', 'alunos')}</span>
            </div>
            <div className={classes.track} aria-hidden>
              <span style={{ width: `${(content.students / most) * 100}%` }} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
