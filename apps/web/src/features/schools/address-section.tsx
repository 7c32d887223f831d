import type { DomainAnswer } from '@escola/contract/domains.contract'
import { limits } from '@escola/contract/limits'
import { Button, Group, Switch, Text, TextInput } from '@mantine/core'
import { IconWorld } from '@tabler/icons-react'
import { useSchool } from '../../session/context.ts'
import { Section } from '../../ui/section.tsx'
import { DomainBadge } from './domain-badge.tsx'
import { useDomainCost } from './domain-cost.ts'
import type { SettingsForm } from './settings-form.ts'
import classes from './settings-page.module.css'

interface Props {
  form: SettingsForm
  answer: DomainAnswer
  onOpenDomain: () => void
}

/** Edits one of two addresses, by the switch: the school's name on the platform, or a domain of its own. */
export function AddressSection({ form, answer: { domain, platform_url }, onOpenDomain }: Props) {
  const school = useSchool()
  const cost = useDomainCost()
  const { use_own_domain, link } = form.values
  const canUse = domain !== null && domain.state !== 'waiting'
  const choose = (isOn: boolean) => {
    if (isOn && !canUse) return onOpenDomain()
    form.setValues({ use_own_domain: isOn, link: isOn ? domain!.domain : school.namespace.namespace })
    form.clearFieldError('link')
  }
  const place = use_own_domain ? 'https://' : `${new URL(platform_url).host}/`
  return (
    <Section
      title="Endereço"
      text="É o link que você divulga. O endereço antigo leva ao novo e fica guardado para você por 30 dias."
    >
      <TextInput
        label="Link da escola"
        description={
          <span className={classes.address}>
            {place}
            <strong>{link}</strong>
          </span>
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={use_own_domain ? limits.domainUrlMax : limits.schoolLinkMax}
        {...form.getInputProps('link')}
      />
      <Switch
        label="Usar domínio próprio"
        description={['A escola abre num endereço só seu, com HTTPS.', cost].filter(Boolean).join(' ')}
        checked={use_own_domain}
        onChange={(event) => choose(event.currentTarget.checked)}
        error={form.errors.use_own_domain}
      />
      <Group gap="sm" justify="space-between">
        {domain ? (
          <Group gap="xs">
            <Text className={classes.address}>{domain.domain}</Text>
            <DomainBadge state={domain.state} />
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            Nenhum domínio próprio cadastrado.
          </Text>
        )}
        <Button variant="light" leftSection={<IconWorld size={18} aria-hidden />} onClick={onOpenDomain}>
          {domain ? 'Ver domínio' : 'Cadastrar domínio'}
        </Button>
      </Group>
    </Section>
  )
}
