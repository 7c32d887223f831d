import { Button, CopyButton, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './settings-page.module.css'

/** Record that leads a domain here. */
export const AliasRecord = ({ name, target }: { name: string; target: string }) => (
  <div>
    <DnsRecord type="CNAME" name={name} label="Aponta para" value={target} copy="Copiar o destino" />
    <Text size="sm" c="dimmed" mt={4}>
      Num domínio sem nada antes, como suaescola.com.br, use o tipo ALIAS ou registros A com os mesmos endereços do
      destino.
    </Text>
  </div>
)

const needs = {
  yes: 'Este registro é necessário: o endereço já apontava para cá ou já foi de outra escola, e ele mostra que é seu.',
  no: 'Este registro não é necessário para o seu endereço.',
  unknown: 'Este registro só é necessário se o endereço já aponta para cá ou já foi de outra escola.',
}
const needOf = (needed: boolean | null) => (needed === null ? 'unknown' : needed ? 'yes' : 'no')

interface ProofProps {
  name: string
  value: string
  /** Null while it is not known. */
  needed: boolean | null
}

/** Record that shows that a domain is this school's. */
export const ProofRecord = ({ name, value, needed }: ProofProps) => (
  <div>
    <Text size="sm" mb={6} fw={needed ? 600 : 400} c={needed ? undefined : 'dimmed'}>
      {needs[needOf(needed)]}
    </Text>
    <DnsRecord type="TXT" name={name} label="Conteúdo" value={value} copy="Copiar o conteúdo" />
  </div>
)

interface RecordProps {
  type: 'CNAME' | 'TXT'
  name: string
  label: string
  value: string
  /** Caption of the button that copies the value. */
  copy: string
}

const DnsRecord = ({ type, name, label, value, copy: caption }: RecordProps) => (
  <>
    <dl className={classes.record} translate="no">
      <dt>Tipo</dt>
      <dd>{type}</dd>
      <dt>Nome</dt>
      <dd>{name}</dd>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </dl>
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          mt={6}
          size="compact-sm"
          variant="subtle"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          {copied ? 'Copiado' : caption}
        </Button>
      )}
    </CopyButton>
  </>
)
