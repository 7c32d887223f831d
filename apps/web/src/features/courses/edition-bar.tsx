import { editionMessages } from '@escola/contract/editions.contract'
import { IconSettings } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { EditionSettings } from './edition-settings.tsx'
import classes from './preview-bar.module.css'
import { StudentViewBar } from './preview-bar.tsx'

interface Props {
  link: string
  /** Name of the school that writes the course. */
  franchisor: string
  children: ReactNode
}

/** Bar over a course of a franchise: it says whose the course is, and opens what may be set here. */
export function EditionBar({ link, franchisor, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <StudentViewBar
        label={editionMessages.franchiseOf(franchisor)}
        action={
          <button type="button" className={classes.back} onClick={() => setOpen(true)}>
            <IconSettings size={16} aria-hidden />
            Configurar
          </button>
        }
      >
        {children}
      </StudentViewBar>
      <EditionSettings link={link} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
