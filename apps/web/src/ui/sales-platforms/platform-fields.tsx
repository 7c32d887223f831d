import { labels } from '@escola/contract/labels'
import { isSoldByAddress, type SalesPlatformName, salesPlatforms } from '@escola/contract/sales'
import { Button, CopyButton, Group, Skeleton, TextInput, type TextInputProps } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { randomKey } from '../../api/random-key.ts'
import { useSchool } from '../../session/context.ts'
import classes from './platform-fields.module.css'
import { makeWebhookAddress, platformGuides } from './platform-guides.ts'
import { platformAddressQuery } from './sales-platforms.queries.ts'

export const platformChoices = salesPlatforms.map((value) => ({ value, label: labels.providers[value] }))

const secret = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 2000 } as const

interface AddressProps {
  gateway: SalesPlatformName
  /** Class of an address that names one. */
  cohortId?: string
  label?: string | undefined
}

/** The address that a platform sends its messages to. */
export function WebhookAddress({ gateway, cohortId, label = 'Endereço do webhook' }: AddressProps) {
  const schoolId = useSchool().id
  const { data, isPending } = useQuery(platformAddressQuery(schoolId))
  const origin = data ? new URL(data.platform_url).origin : location.origin
  const address = makeWebhookAddress({ origin, schoolId, cohortId, gateway })
  return (
    <Skeleton visible={isPending}>
      <TextInput label={label} readOnly value={address} onFocus={(event) => event.target.select()} />
      <Copy value={address} label="Copiar endereço" />
    </Skeleton>
  )
}

interface GuideProps extends AddressProps {
  steps: string[]
}

export const PlatformGuide = ({ steps, ...address }: GuideProps) => (
  <div className={classes.guide}>
    <WebhookAddress {...address} />
    {steps.length > 0 && (
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    )}
  </div>
)

interface SecretsProps {
  gateway: SalesPlatformName
  code: string
  /** Says what a field that is left blank does. */
  hint?: string
  required: boolean
  fieldProps: (field: 'code' | 'access_token') => Partial<TextInputProps>
  onCode: (code: string) => void
}

/** The code that an account proves itself by, and the token that some need beside it. */
export function SecretFields({ gateway, code, hint, required, fieldProps, onCode }: SecretsProps) {
  const { codeLabel, isCodeOurs } = platformGuides[gateway]
  return (
    <>
      <div>
        <TextInput label={codeLabel} description={hint} required={required} {...secret} {...fieldProps('code')} />
        {isCodeOurs && (
          <Group gap="xs" mt={6}>
            <Button size="compact-sm" variant="light" onClick={() => onCode(randomKey())}>
              Gerar código
            </Button>
            {code && <Copy value={code} label="Copiar código" />}
          </Group>
        )}
      </div>
      {isSoldByAddress(gateway) && (
        <TextInput
          label="Access token"
          description={hint}
          required={required}
          {...secret}
          {...fieldProps('access_token')}
        />
      )}
    </>
  )
}

const Copy = ({ value, label }: { value: string; label: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={copy}
      >
        {copied ? 'Copiado' : label}
      </Button>
    )}
  </CopyButton>
)
