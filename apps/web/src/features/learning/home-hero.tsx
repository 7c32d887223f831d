import type { CourseCard } from '@escola/contract/learning.contract'
import { studyMessages } from '@escola/contract/messages'
import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { Cover } from '../../ui/courses/cover.tsx'
import { CourseProgress } from '../../ui/progress.tsx'
import { DripCountdown } from './drip-countdown.tsx'
import classes from './home-hero.module.css'
import { learningQueries } from './learning.queries.ts'
import { isShut, lessonsOf } from './lesson-order.ts'

/** The course that is nearest to its end, one tap away from the lesson that comes next. */
export function HomeHero({ card }: { card: CourseCard }) {
  const { id: schoolId } = useSchool()
  const { data } = useQuery(learningQueries.course(schoolId, card.link))
  const next = data && lessonsOf(data.degree).find((lesson) => lesson.link === data.degree.nextContentLink)
  const isOpen = next && !isShut(next)
  const opensOn = next?.dripped && next.availableWhen
  return (
    <section className={classes.hero} aria-labelledby="continuar">
      <div className={classes.cover}>
        <Cover src={card.img_wide_url} title={card.title} sizes="(max-width: 992px) 100vw, 740px" eager />
      </div>
      <div className={classes.body}>
        <h2 id="continuar" className={classes.title}>
          {card.title}
        </h2>
        <p className={classes.next}>
          {next ? `Próxima aula: ${next.title}` : '\u00a0'}
          {opensOn && (
            <>
              . <DripCountdown availableWhen={opensOn} />
            </>
          )}
        </p>
        <CourseProgress value={card.progress} />
        <Button
          size="md"
          leftSection={!opensOn && <IconPlayerPlayFilled size={16} aria-hidden />}
          className={classes.action}
          renderRoot={(props) =>
            isOpen ? (
              <Link to="/c/$link/$classLink" params={{ link: card.link, classLink: next.link }} {...props} />
            ) : (
              <Link to="/c/$link" params={{ link: card.link }} {...props} />
            )
          }
        >
          {opensOn ? 'Rever o curso' : studyMessages.courseContinue}
        </Button>
      </div>
    </section>
  )
}
