import { type Certificate, certificates, type ShownFacts } from '@escola/contract/certificates.contract'
import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { notifyError } from '../../ui/notify.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import classes from './certificate-card.module.css'

/** Student's choice of what visitors of the certificate's page see beyond name and course. */
export function ShownFactsChoice({ certificate }: { certificate: Certificate }) {
  const { id: schoolId } = useSchool()
  const choice = useMutation({
    mutationFn: (body: ShownFacts) => api(certificates.chooseShown, { params: { schoolId, id: certificate.id }, body }),
    onSuccess: useRefresh('certificates'),
    onError: (error) => notifyError(error),
  })
  const shown = choice.isPending ? choice.variables : certificate
  const choose = (change: Partial<ShownFacts>) => {
    const { shows_hours, shows_syllabus } = shown
    choice.mutate({ shows_hours, shows_syllabus, ...change })
  }
  return (
    <fieldset className={classes.shown}>
      <legend>Na página de verificação</legend>
      <Switch
        label="Mostrar período e carga horária"
        checked={shown.shows_hours}
        onChange={({ currentTarget }) => choose({ shows_hours: currentTarget.checked })}
      />
      <Switch
        label="Mostrar conteúdo estudado"
        checked={shown.shows_syllabus}
        onChange={({ currentTarget }) => choose({ shows_syllabus: currentTarget.checked })}
      />
    </fieldset>
  )
}
