import { formatCellphone } from '@escola/contract/phones'
import { Text, Title, useComputedColorScheme } from '@mantine/core'
import { IconLink, IconMail, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { selectLogo } from '../../ui/school-logo.ts'
import classes from './affiliates.module.css'

interface ShownSchool {
  name: string
  logo_wide_url: string
  logo_dark_wide_url: string
  cellphone: string
  email: string
  /** Whole address; left out where it is not known. */
  link?: string
}

interface SchoolCardProps {
  school: ShownSchool
  /** Label beside the name. */
  label?: ReactNode
  children: ReactNode
  /** Last row: what may be done. */
  foot: ReactNode
}

/** Card of another school, with the logo of the reader's scheme and the ways to reach it. */
export function SchoolCard({ school, label, children, foot }: SchoolCardProps) {
  const logo = selectLogo(school, useComputedColorScheme('light'))
  return (
    <article className={classes.card} aria-label={school.name}>
      {logo && <img className={classes.logo} src={logo} alt="" />}
      <Title order={3} size="h4">
        {school.name}
      </Title>
      {label}
      <ul className={classes.contact}>
        {school.cellphone && (
          <li>
            <IconPhone size={16} aria-hidden />
            {formatCellphone(school.cellphone)}
          </li>
        )}
        {school.email && (
          <li>
            <IconMail size={16} aria-hidden />
            <Text span inherit lineClamp={2}>
              {school.email}
            </Text>
          </li>
        )}
        {school.link && (
          <li>
            <IconLink size={16} aria-hidden />
            <a href={school.link} target="_blank" rel="noreferrer">
              {school.link.replace(/^https?:\/\//, '')}
            </a>
          </li>
        )}
      </ul>
      {children}
      <div className={classes.foot}>{foot}</div>
    </article>
  )
}
