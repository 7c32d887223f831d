import type { StudentDegree } from '@escola/contract/learning.contract'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconList } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { CourseProgress } from '../../ui/progress.tsx'
import classes from './lesson-bar.module.css'
import type { ModuleMenu } from './module-menu.ts'

interface Props {
  link: string
  /** Undefined while the course is on its way. */
  degree?: StudentDegree
  menu?: ModuleMenu
}

/** Bar that replaces the header, which a lesson hides: the way back, the user's progress, and the module list's switch. */
export function LessonBar({ link, degree, menu }: Props) {
  return (
    <header className={classes.bar}>
      <Link to="/c/$link" params={{ link }} search={true} className={classes.back}>
        <IconArrowLeft size={20} className={classes.arrow} aria-hidden />
        <VisuallyHidden component="span">Voltar para o curso</VisuallyHidden>
        {degree ? <span className={classes.title}>{degree.title}</span> : <Skeleton height={18} width="10rem" />}
      </Link>
      <div className={classes.progress}>
        {degree ? <CourseProgress value={degree.progress} /> : <Skeleton height={6} my="0.5rem" />}
      </div>
      {menu && (
        <Button
          variant="default"
          size="sm"
          className={classes.toggle}
          leftSection={<IconList size={18} aria-hidden />}
          aria-expanded={menu.isOpen}
          aria-controls={menu.isOpen ? menu.id : undefined}
          onClick={menu.toggle}
        >
          Aulas
        </Button>
      )}
    </header>
  )
}
