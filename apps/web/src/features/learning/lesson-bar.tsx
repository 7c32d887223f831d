import type { StudentDegree } from '@escola/contract/learning.contract'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconList } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { CourseProgress } from '../../ui/progress.tsx'
import classes from './lesson-bar.module.css'
import type { ModuleMenu } from './module-menu.ts'

/** Stands in for the header, which a lesson hides: the way back, how far the person is, and the module list's switch. */
export function LessonBar({ degree, menu }: { degree: StudentDegree; menu: ModuleMenu }) {
  return (
    <header className={classes.bar}>
      <Link to="/c/$link" params={{ link: degree.link }} search={true} className={classes.back}>
        <IconArrowLeft size={20} className={classes.arrow} aria-hidden />
        <span className={classes.hidden}>Voltar para o curso</span>
        <span className={classes.title}>{degree.title}</span>
      </Link>
      <div className={classes.progress}>
        <CourseProgress value={degree.progress} />
      </div>
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
    </header>
  )
}
