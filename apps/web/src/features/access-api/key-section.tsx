import { adminTexts } from '@escola/contract/messages'
import { formatDateTime } from '@escola/contract/time'
import { Alert, Text } from '@mantine/core'
import { IconClock, IconEye, IconKey, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { CopyIcon } from '../../ui/copy-icon.tsx'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'
import { useGenerateKey, useShowSecret } from './access-api.queries.ts'
import classes from './access-api-page.module.css'
import { lastingSignature } from './texts.ts'

interface Props {
  /** null until it was generated */
  apiKey: string | null
  createdOn: string | null
  /** End of the oldest signed token without `exp` that is still in use. */
  signatureEndsOn: string | null
  mayGenerate: boolean
}

export function KeySection({ apiKey, createdOn, signatureEndsOn, mayGenerate }: Props) {
  const { mutateAsync: generate } = useGenerateKey()
  const { run, isPending } = useConfirmedChange()
  const [shown, setShown] = useState<{ key: string; secret: string }>()
  const handleGenerate = () =>
    run({
      ...(apiKey && {
        question: makeDangerQuestion(adminTexts.keyEnds, 'Gerar nova chave'),
      }),
      change: async () => setShown(await generate()),
      done: adminTexts.keyMade,
    })
  return (
    <Section
      title="Chave de acesso"
      text="Quem tem a chave e o segredo pode entrar como qualquer aluno da escola: guarde os dois só no servidor do seu sistema."
    >
      {apiKey ? (
        <dl className={classes.pair}>
          <div>
            <dt>Chave</dt>
            <dd>
              <code className={classes.code} translate="no">
                {apiKey}
              </code>
              <CopyIcon value={apiKey} label="a chave" />
            </dd>
          </div>
          <div>
            <dt>Segredo</dt>
            <dd>
              {/* The secret of an earlier key is not shown beside this one. */}
              {shown?.key === apiKey ? (
                <Secret secret={shown.secret} />
              ) : (
                <HiddenSecret onShow={(secret) => setShown({ key: apiKey, secret })} />
              )}
            </dd>
          </div>
        </dl>
      ) : (
        <Text>Sua escola ainda não tem uma chave.</Text>
      )}
      {createdOn && (
        <Text size="sm" c="dimmed">
          Gerada em {formatDateTime(createdOn)}.
        </Text>
      )}
      {signatureEndsOn && (
        <Alert variant="light" color="ambar" icon={<IconClock />}>
          {lastingSignature(signatureEndsOn, new Date())}
        </Alert>
      )}
      {mayGenerate && (
        <div>
          <BusyButton
            busy={isPending}
            variant={apiKey ? 'default' : 'filled'}
            leftSection={apiKey ? <IconRefresh size={18} aria-hidden /> : <IconKey size={18} aria-hidden />}
            onClick={handleGenerate}
          >
            {apiKey ? 'Gerar nova chave' : 'Gerar chave'}
          </BusyButton>
        </div>
      )}
    </Section>
  )
}

const Secret = ({ secret }: { secret: string }) => (
  <>
    <code className={classes.code} translate="no">
      {secret}
    </code>
    <CopyIcon value={secret} label="o segredo" />
  </>
)

function HiddenSecret({ onShow }: { onShow: (secret: string) => void }) {
  const { mutateAsync: show } = useShowSecret()
  const { run, isPending } = useConfirmedChange()
  return (
    <>
      <span aria-hidden>••••••••••••</span>
      <BusyButton
        busy={isPending}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconEye size={16} aria-hidden />}
        onClick={() => run({ change: async () => onShow((await show()).secret) })}
      >
        Mostrar segredo
      </BusyButton>
    </>
  )
}
