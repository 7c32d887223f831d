import type { StudentDegree } from '@escola/contract/learning.contract'
import { useCurrentInView } from '../../ui/use-current-in-view.ts'
import { ModuleList } from './module-list.tsx'

interface Props {
  id: string
  className?: string
  degree: StudentDegree
  currentLink: string
}

/** The course's lessons beside the one that is open. */
export function LessonMenu({ id, className, degree, currentLink }: Props) {
  const list = useCurrentInView<HTMLElement>(currentLink)
  return (
    <nav ref={list} id={id} className={className} aria-label="Aulas do curso">
      <ModuleList degree={degree} currentLink={currentLink} />
    </nav>
  )
}
