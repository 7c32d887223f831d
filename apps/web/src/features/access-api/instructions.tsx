import type { Integration } from '@escola/contract/access-api.contract'
import { errors } from '@escola/contract/errors'
import { accessApiLimits } from '@escola/contract/limits'
import { Button, Code, Group, Modal, Stack, Tabs, Text, Title } from '@mantine/core'
import { IconBook } from '@tabler/icons-react'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { CopyIcon } from '../../ui/copy-icon.tsx'
import classes from './access-api-page.module.css'
import { examplesOf } from './examples.ts'
import { linkLifeOf, singleUseTexts } from './texts.ts'

interface Props {
  apiKey: string | null
  integrations: Integration[]
}

export function InstructionsButton(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconBook size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Instruções
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Como matricular por outro sistema" size="xl">
        <Instructions {...props} />
      </Modal>
    </>
  )
}

const invalidRequest =
  'Um dado falta ou não serve. “fields” diz qual e por quê: nome ou e-mail, ou a turma, que está cheia ou encerrada'

/** Refusals that an integration meets; the others are faults whose message explains them. */
const refusals = [
  'invalid_request',
  'invalid_signature',
  'signature_expired',
  'too_many_signatures',
  'invalid_hash',
  'removed_by_school',
  'erased_by_school',
  'administrator_email',
  'integration_not_found',
  'too_many_requests',
] as const

function Instructions({ apiKey, integrations }: Props) {
  const { id, base_path } = useSchool()
  const examples = examplesOf({
    address: location.origin,
    login: `${location.origin}${base_path}/login`,
    schoolId: id,
    key: apiKey ?? 'SUA_CHAVE',
    integration: integrations[0]?.hash ?? 'HASH_DA_INTEGRACAO',
    linkLife: linkLifeOf(integrations[0] ?? { is_single_use: false }),
  })
  return (
    <Stack>
      <Text>
        Assine a chave com o segredo, com um <span className={classes.code}>exp</span> de poucos minutos (sem ele, o
        token assinado vale por um ano desde o primeiro uso), peça um hash e matricule com ele. A resposta traz um
        token, com que o aluno entra sem senha, só nesta escola, por {accessApiLimits.tokenHours} horas. Com “
        {singleUseTexts.label}” ligado na integração, o token abre uma entrada só, em até{' '}
        {accessApiLimits.singleUseMinutes} minutos. Matricular de novo não muda nada e dá outro token. Nome e e-mail vêm
        como JSON ou como formulário (<span className={classes.code}>application/x-www-form-urlencoded</span>).
      </Text>
      <Text>
        Os exemplos são programas inteiros, já com o endereço da escola
        {integrations[0] && ` e a turma “${integrations[0].integration_title}”`}. O segredo vem da variável{' '}
        <span className={classes.code}>ESCOLA_SEGREDO</span>: não o escreva no código. Para outra turma, use o hash da
        integração dela. Para abrir um curso direto, acrescente ao link{' '}
        <span className={classes.code}>?redirect=/c/link-do-curso</span>.
      </Text>
      <Tabs defaultValue={examples[0]!.name}>
        <Tabs.List aria-label="Linguagem do exemplo">
          {examples.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {examples.map(({ name, needs, text }) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <Group justify="space-between" mb={4} wrap="nowrap">
              <Text size="sm" c="dimmed">
                Precisa de {needs}.
              </Text>
              <CopyIcon value={text} label={`o exemplo em ${name}`} />
            </Group>
            {/* The block scrolls, so it is reached by the keyboard. */}
            <Code
              block
              translate="no"
              className={classes.example}
              tabIndex={0}
              role="region"
              aria-label={`Exemplo em ${name}`}
            >
              {text}
            </Code>
          </Tabs.Panel>
        ))}
      </Tabs>
      <div>
        <Title order={3} size="h4">
          Quando não dá certo
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          A resposta diz o motivo em <span className={classes.code}>code</span>. Depois de um 429, espere os segundos de{' '}
          <span className={classes.code}>Retry-After</span>: são até {accessApiLimits.perMinute} chamadas por minuto.
        </Text>
        <dl className={classes.refusals}>
          {refusals.map((code) => (
            <div key={code}>
              <dt>
                {errors[code].status} <span className={classes.code}>{code}</span>
              </dt>
              <dd>{code === 'invalid_request' ? invalidRequest : errors[code].pt}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Stack>
  )
}
