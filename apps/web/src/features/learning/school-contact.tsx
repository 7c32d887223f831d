import { formatCellphone } from '@escola/contract/phones'
import { useSchool } from '../../session/context.ts'
import { makeWhatsappLink } from '../../ui/whatsapp-link.ts'
import classes from './school-contact.module.css'

/** Shows the school's contact: e-mail and phone, the phone as a WhatsApp conversation. */
export function SchoolContact({ subject }: { subject: string }) {
  const school = useSchool()
  const whatsapp = makeWhatsappLink(school.phone_e164, subject)
  return (
    <dl className={classes.contact}>
      <div>
        <dt>Escola</dt>
        <dd>{school.name}</dd>
      </div>
      {school.email && (
        <div>
          <dt>E-mail</dt>
          <dd>
            <a href={`mailto:${school.email}`}>{school.email}</a>
          </dd>
        </div>
      )}
      {school.cellphone && (
        <div>
          <dt>Telefone</dt>
          <dd>
            {whatsapp ? (
              <a href={whatsapp} target="_blank" rel="noopener noreferrer">
                {formatCellphone(school.cellphone)} (WhatsApp)
              </a>
            ) : (
              formatCellphone(school.cellphone)
            )}
          </dd>
        </div>
      )}
    </dl>
  )
}
