import { IconEye, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { setViewRole, useSchool } from '../../session/context.ts'
import { type Badge, badgeLook } from './badges.ts'
import classes from './preview-bar.module.css'

interface BarProps {
  label: string
  badges?: Badge[]
  action: ReactNode
  children: ReactNode
}

/** Bar over a page that an administrator sees as students do. */
export const StudentViewBar = ({ label, badges = [], action, children }: BarProps) => (
  <div className={classes.preview}>
    <div className={classes.bar}>
      <IconEye size={18} aria-hidden className={classes.icon} />
      <span>{label}</span>
      {badges.map((badge) => (
        <span key={badge} data-badge={badge} className={classes.badge}>
          {badgeLook[badge].label}
        </span>
      ))}
      <span aria-hidden>·</span>
      {action}
    </div>
    {children}
  </div>
)

export interface PreviewBarProps extends Pick<BarProps, 'badges' | 'children'> {
  back:
    | { to: '/c/$link'; params: { link: string } }
    | { to: '/c/$link/$classLink'; params: { link: string; classLink: string } }
}

/** Bar of a course that its author sees as students do, with the way back to the editor. */
export function PreviewBar({ back, ...bar }: PreviewBarProps) {
  const school = useSchool()
  return (
    <StudentViewBar
      label="Você está vendo como aluno"
      {...bar}
      action={
        <Link
          {...back}
          search={{ student: undefined }}
          state={true}
          className={classes.back}
          onClick={() => setViewRole(school.id, 'admin')}
        >
          <IconPencil size={16} aria-hidden />
          Voltar a editar
        </Link>
      }
    />
  )
}
