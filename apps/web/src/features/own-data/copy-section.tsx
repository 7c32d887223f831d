import { ownData } from '@escola/contract/own-data.contract'
import { dayOf } from '@escola/contract/time'
import { IconDownload } from '@tabler/icons-react'
import { download } from '../../api/client.ts'
import { withProof } from '../../ui/account/proof.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'

const label = 'Baixar meus dados'

export function CopySection() {
  const { run, isPending } = useConfirmedChange()
  const handleDownload = () =>
    run({
      change: () => withProof(() => download(ownData.copy, {}, `meus-dados-${dayOf(new Date())}.json`)),
      done: 'A cópia dos seus dados foi baixada.',
    })
  return (
    <Section
      title={label}
      text="Um arquivo com o seu perfil, matrículas, progresso, perguntas e respostas, favoritos, certificados, compras, avisos e acessos. Senhas e códigos não entram, nem as anotações internas de cada escola: essas, peça a ela."
    >
      <div>
        <BusyButton
          variant="light"
          leftSection={<IconDownload size={18} aria-hidden />}
          busy={isPending}
          onClick={handleDownload}
        >
          {label}
        </BusyButton>
      </div>
    </Section>
  )
}
