import type { AcceptedText } from '@escola/contract/own-data.contract'
import { htmlPages } from '@escola/contract/pages.contract'
import { formatDate } from '@escola/contract/time'
import { Alert, Button, Modal, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import lists from '../../ui/lists/lists.module.css'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { RichText } from '../../ui/rich-text/rich-text.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './accepted-texts.module.css'
import { ownDataQueries } from './own-data.queries.ts'

const nameOf = ({ page, whose, school }: AcceptedText) =>
  `${htmlPages[page]} ${whose === 'school' ? `de ${school.name}` : 'da plataforma'}`

export function AcceptedTexts() {
  const texts = usePrefetchedQuery(ownDataQueries.texts).data
  const [shown, setShown] = useState<AcceptedText>()
  const [isOpen, setOpen] = useState(false)
  const show = (text: AcceptedText) => {
    setShown(text)
    setOpen(true)
  }
  return (
    <Section title="Textos que aceitei" text="O que você aceitou ao entrar em cada escola, como estava naquele dia.">
      {texts.length === 0 ? (
        <Text size="sm">Nenhum por enquanto: quem matriculou você foi a escola.</Text>
      ) : (
        <ul className={lists.ruled}>
          {texts.map((text) => (
            <li key={`${text.school.id}-${text.id}`} className={classes.row}>
              <div>
                <Text fw={600}>{nameOf(text)}</Text>
                <Text size="sm" c="dimmed">
                  Aceito em {formatDate(text.utc_given_on)}, versão {text.version}
                </Text>
              </div>
              <Button variant="default" size="sm" aria-label={`Ler ${nameOf(text)}`} onClick={() => show(text)}>
                Ler
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={shown && nameOf(shown)} size="lg">
        {shown && <Versions key={`${shown.school.id}-${shown.id}`} text={shown} />}
      </Modal>
    </Section>
  )
}

function Versions({ text }: { text: AcceptedText }) {
  const [version, setVersion] = useState(text.version)
  const { data, error } = useQuery({
    ...ownDataQueries.text(text.school.id, text.id, version),
    placeholderData: keepPreviousData,
  })
  if (error) return <Alert color="danger">{textOf(error)}</Alert>
  if (!data) return <Skeleton h={240} />
  const labelOf = ({ number, utc_written_on }: (typeof data.versions)[number]) =>
    `Versão ${number}, de ${formatDate(utc_written_on)}${number === text.version ? ' (aceita)' : ''}`
  return (
    <Stack>
      <NativeSelect
        label="Versões deste texto"
        data={data.versions.map((each) => ({ value: String(each.number), label: labelOf(each) }))}
        value={String(version)}
        onChange={({ currentTarget }) => setVersion(Number(currentTarget.value))}
      />
      <RichText html={data.html} />
    </Stack>
  )
}
