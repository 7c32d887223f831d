import { IconEye, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { setViewRole, useSchool } from '../../session/context.ts'
import { type Badge, badgeLook } from './badges.ts'
import classes from './preview-bar.module.css'

interface Props {
  back:
    | { to: '/c/$link'; params: { link: string } }
    | { to: '/c/$link/$classLink'; params: { link: string; classLink: string } }
  badges: Badge[]
  children: ReactNode
}

/** Bar over a page that its author sees as students do: it says so, and leads back to the editor. */
export function PreviewBar({ back, badges, children }: Props) {
  const school = useSchool()
  return (
    <div className={classes.preview}>
      <div className={classes.bar}>
        <IconEye size={18} aria-hidden className={classes.icon} />
        <span>Você está vendo como aluno</span>
        {badges.map((badge) => (
          <span key={badge} data-badge={badge} className={classes.badge}>
            {badgeLook[badge].label}
          </span>
        ))}
        <span aria-hidden>·</span>
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
      </div>
      {children}
    </div>
  )
}
