import { allFreeText } from '@escola/contract/billing-texts'
import { centsOf, formatMoney } from '@escola/contract/money'
import { ownDomainTitle } from '@escola/contract/titles'
import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAppContext, useSchool } from '../../session/context.ts'
import { useMayOpen } from '../../session/page-rights.ts'
import { Page } from '../../ui/page.tsx'

const gains = [
  'Seus alunos entram por um endereço que é seu, como cursos.suaescola.com.br',
  'O cadeado do navegador vem junto: cuidamos do certificado de segurança',
  'O endereço atual da escola continua funcionando',
]

/** Says what a domain of the school's own gives, and what it costs. */
export function DomainOfferPage() {
  const { use_own_domain, namespace } = useSchool()
  const mayOpen = useMayOpen()
  const { billing, resource } = useAppContext()
  const { price_ssl, plan_name } = resource
  const price = centsOf(price_ssl)
  return (
    <Page title={ownDomainTitle} description="Sua escola com o seu próprio endereço na internet." narrow>
      <Paper p="xl">
        <Stack gap="lg">
          <div>
            <Title order={2} size="h1" component="p">
              {price === 0 ? (
                'Grátis'
              ) : (
                <>
                  {formatMoney(price)}
                  <Text span c="dimmed" size="md">
                    {' '}
                    por mês
                  </Text>
                </>
              )}
            </Title>
            <Text c="dimmed" size="sm">
              {!billing
                ? allFreeText
                : price === 0
                  ? `Vem com o plano ${plan_name}.`
                  : 'Sai do saldo da escola, uma vez por mês, enquanto o domínio estiver ligado.'}
            </Text>
          </div>
          <Stack component="ul" gap="sm" p={0} m={0}>
            {gains.map((gain) => (
              <Group key={gain} component="li" wrap="nowrap" align="flex-start" gap="sm">
                <Box c="school" flex="none" lh={0} pt={2}>
                  <IconCheck size={20} aria-hidden />
                </Box>
                {gain}
              </Group>
            ))}
          </Stack>
          {use_own_domain && <Text fw={600}>Sua escola já usa {namespace.domain}.</Text>}
          {mayOpen('/config') && (
            <Button component={Link} to={'/config' as '/'} style={{ alignSelf: 'flex-start' }}>
              {use_own_domain ? 'Ver o domínio' : 'Usar o meu domínio'}
            </Button>
          )}
        </Stack>
      </Paper>
    </Page>
  )
}
