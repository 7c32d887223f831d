import { formatCellphone } from '@escola/contract/phones'
import { IconBrandWhatsapp, IconMail, IconPhone, IconWorld } from '@tabler/icons-react'
import { CardGrid } from '../../ui/lists/card-grid.tsx'
import { makeWhatsappLink } from '../../ui/whatsapp-link.ts'
import classes from './contact-ways.module.css'

interface ContactWaysProps {
  email?: string
  cellphone?: string
  phone_e164?: string | null
  url?: string
  /** Text that a message begins with. */
  text: string
}

/** Lists the ways of contact, each as large as a finger. */
export function ContactWays({ email, cellphone, phone_e164 = null, url, text }: ContactWaysProps) {
  const whatsapp = makeWhatsappLink(phone_e164, text)
  const ways = [
    email && {
      icon: IconMail,
      label: 'E-mail',
      shown: email,
      href: `mailto:${email}?subject=${encodeURIComponent(text)}`,
    },
    whatsapp && { icon: IconBrandWhatsapp, label: 'WhatsApp', shown: formatCellphone(cellphone ?? ''), href: whatsapp },
    cellphone && !whatsapp && { icon: IconPhone, label: 'Telefone', shown: cellphone, href: undefined },
    url && { icon: IconWorld, label: 'Na internet', shown: url.replace(/^https?:\/\//, ''), href: url },
  ].filter((way) => !!way)
  return (
    <CardGrid width="260px" gap="12px" fits>
      {ways.map(({ icon: Icon, label, shown, href }) => (
        <li key={label} className={classes.way}>
          <span className={classes.icon}>
            <Icon size={22} aria-hidden />
          </span>
          <span className={classes.words}>
            <span className={classes.label}>{label}</span>
            {href ? (
              <a className={classes.link} href={href} target="_blank" rel="noopener noreferrer">
                {shown}
              </a>
            ) : (
              <span>{shown}</span>
            )}
          </span>
        </li>
      ))}
    </CardGrid>
  )
}
