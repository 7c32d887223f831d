import { messages } from '@escola/contract/messages'
import type { ResponseOf } from '@escola/contract/route'
import { studentViewTexts } from '@escola/contract/student-views.contract'
import type { students } from '@escola/contract/students.contract'
import { ActionIcon, Menu, Modal, Text } from '@mantine/core'
import {
  IconArrowsJoin,
  IconBrandWhatsapp,
  IconDots,
  IconEye,
  IconLink,
  IconLinkPlus,
  IconLock,
  IconMailCog,
  IconMailForward,
  IconMessageForward,
  IconTrash,
  IconUserEdit,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { makeWhatsappLink } from '../../ui/whatsapp-link.ts'
import { MadeLink, newLinkLabel, useAccessLink } from './access-link.tsx'
import { PasswordForm, passwordLabel } from './change-password.tsx'
import { ContactForm, contactLabel } from './correct-contact.tsx'
import { correctionLabel, EmailCorrection } from './correct-email.tsx'
import { eraseLabel, useErasing } from './erase-student.ts'
import { mergeLabel, StudentMerge } from './merge-student.tsx'
import { SmsForm, smsLabel } from './send-sms.tsx'
import classes from './student-head.module.css'
import { useResendLink } from './students.queries.ts'

export const resendLabel = 'Enviar link por e-mail'

interface Props extends Pick<ResponseOf<typeof students.get>, 'student' | 'sms'> {
  /** The e-mail is to be corrected: the dialog is open at once. */
  opensCorrection: boolean
}
type Dialog = 'password' | 'contact' | 'email' | 'merge' | 'sms' | 'link'

const titles: Record<Dialog, string> = {
  password: passwordLabel,
  contact: contactLabel,
  email: correctionLabel,
  merge: mergeLabel,
  sms: smsLabel,
  link: 'Link de acesso',
}

/** Sends the student's link by e-mail once more. */
export function useResending(email: string) {
  const resend = useResendLink()
  const { run, isPending } = useConfirmedChange()
  return { send: () => run({ change: () => resend.mutateAsync(email), done: messages.studentLinkSent }), isPending }
}

/** The ways to a student: the usual ones as round buttons, the rare ones behind the last. */
export function StudentActions({ student, sms, opensCorrection }: Props) {
  const mayChange = useRights().may('records')
  const [dialog, setDialog] = useState<Dialog | undefined>(opensCorrection && mayChange ? 'email' : undefined)
  const linkButton = useRef<HTMLButtonElement>(null)
  const moreButton = useRef<HTMLButtonElement>(null)
  const { link, make, forget, isPending: isMaking } = useAccessLink(student)
  const resending = useResending(student.email)
  const erasing = useErasing(student)
  const isPlatformView = useSchool().platform_view
  const whatsapp = makeWhatsappLink(student.phone_e164, `Olá, ${student.name}!`)
  const shown = link ? 'link' : dialog
  const close = () => {
    setDialog(undefined)
    forget()
  }
  // The menu's entry that opened the dialog is gone when it closes.
  const focusOpener = () => (shown === 'sms' || shown === 'link' ? linkButton : moreButton).current?.focus()
  const forms: Record<Dialog, () => ReactNode> = {
    password: () => <PasswordForm student={student} onClose={close} />,
    contact: () => <ContactForm student={student} onClose={close} />,
    email: () => <EmailCorrection student={student} onClose={close} />,
    merge: () => <StudentMerge student={student} onClose={close} />,
    sms: () => <SmsForm student={student} number={sms.number} onClose={close} />,
    link: () => <MadeLink student={student} link={link} />,
  }
  return (
    <div className={classes.actions}>
      {!student.is_admin && (
        <RoundMenu
          label="Link de acesso"
          caption="Link"
          icon={<IconLink size={20} aria-hidden />}
          buttonRef={linkButton}
          isBusy={isMaking || resending.isPending}
        >
          <Menu.Item leftSection={<IconMailForward size={18} aria-hidden />} onClick={resending.send}>
            {resendLabel}
          </Menu.Item>
          {sms.isOn && (
            <Menu.Item leftSection={<IconMessageForward size={18} aria-hidden />} onClick={() => setDialog('sms')}>
              {smsLabel}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLinkPlus size={18} aria-hidden />} onClick={make}>
            {newLinkLabel}
          </Menu.Item>
        </RoundMenu>
      )}
      {whatsapp && (
        <Captioned caption="WhatsApp">
          <ActionIcon
            component="a"
            href={whatsapp}
            target="_blank"
            rel="noreferrer"
            className={classes.round}
            variant="light"
            size={44}
            aria-label="WhatsApp"
          >
            <IconBrandWhatsapp size={20} aria-hidden />
          </ActionIcon>
        </Captioned>
      )}
      {!student.is_admin && !isPlatformView && (
        <Captioned caption="Ver como">
          <ActionIcon
            className={classes.round}
            variant="light"
            size={44}
            aria-label={studentViewTexts.button(student.name)}
            renderRoot={(props) => <Link {...props} to="/aluno/$link/ver-como" params={{ link: student.link }} />}
          >
            <IconEye size={20} aria-hidden />
          </ActionIcon>
        </Captioned>
      )}
      {!student.is_admin && (
        <RoundMenu
          label="Mais ações"
          caption="Mais"
          icon={<IconDots size={20} aria-hidden />}
          buttonRef={moreButton}
          isBusy={erasing.isPending}
        >
          {mayChange && (
            <Menu.Item leftSection={<IconLock size={18} aria-hidden />} onClick={() => setDialog('password')}>
              {passwordLabel}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconUserEdit size={18} aria-hidden />} onClick={() => setDialog('contact')}>
            {contactLabel}
          </Menu.Item>
          {mayChange && (
            <>
              <Menu.Item leftSection={<IconMailCog size={18} aria-hidden />} onClick={() => setDialog('email')}>
                {correctionLabel}
              </Menu.Item>
              <Menu.Item leftSection={<IconArrowsJoin size={18} aria-hidden />} onClick={() => setDialog('merge')}>
                {mergeLabel}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item color="danger" leftSection={<IconTrash size={18} aria-hidden />} onClick={erasing.ask}>
                {eraseLabel}
              </Menu.Item>
            </>
          )}
        </RoundMenu>
      )}
      <Modal
        opened={shown !== undefined}
        onClose={close}
        onExitTransitionEnd={focusOpener}
        title={shown && titles[shown]}
        centered
      >
        {shown && forms[shown]()}
      </Modal>
    </div>
  )
}

interface RoundMenuProps {
  label: string
  caption: string
  icon: ReactNode
  buttonRef: React.RefObject<HTMLButtonElement | null>
  isBusy: boolean
  children: ReactNode
}

function RoundMenu({ label, caption, icon, buttonRef, isBusy, children }: RoundMenuProps) {
  return (
    <Captioned caption={caption}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            ref={buttonRef}
            className={classes.round}
            variant="light"
            size={44}
            aria-label={label}
            aria-busy={isBusy}
          >
            {icon}
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </Captioned>
  )
}

/** The caption is for the eye alone: it is a part of the button's name. */
const Captioned = ({ caption, children }: { caption: string; children: ReactNode }) => (
  <div className={classes.captioned}>
    {children}
    <Text span size="xs" c="dimmed" aria-hidden>
      {caption}
    </Text>
  </div>
)
