import { Button, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import { plainQuestionText } from '../question-text/plain-question-text.ts'
import { QuestionText } from '../question-text/question-text.tsx'
import { type ShownOption, sortOptions } from './arranged.tsx'
import classes from './exam-answers.module.css'
import { MoveButtons, moveItem, useMovedFocus, type Way } from './move-buttons.tsx'

interface Props {
  label: string
  options: ShownOption[]
  /** Numbers in the order that was given; empty: none was. */
  chosen: number[]
  onChange: (chosen: number[]) => void
}

/** Takes an order by buttons. The order that is shown at first is no answer until it is confirmed, or something is moved. */
export function OrderField({ label, options, chosen, onChange }: Props) {
  const shown = sortOptions(options, chosen)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const focusNext = useMovedFocus(list)
  const give = (order: ShownOption[], moved: ShownOption, way: Way) => {
    const [to, count] = [order.indexOf(moved), order.length]
    focusNext(String(moved.number), { to, count, way })
    setSaid(`${plainQuestionText(moved.html)}, posição ${to + 1} de ${count}`)
    onChange(order.map(({ number }) => number))
  }
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      {/* The line below says what moved; the list by itself would be read again with each move. */}
      <ol ref={list} className={classes.order} aria-live="off">
        {shown.map((option, at) => (
          <li key={option.number} className={classes.ordered}>
            <span className={classes.place}>{at + 1}</span>
            <QuestionText html={option.html} />
            <MoveButtons
              id={String(option.number)}
              name={plainQuestionText(option.html)}
              at={at}
              count={shown.length}
              onMove={(way) => give(moveItem(shown, at, way), option, way)}
            />
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {chosen.length === 0 && (
        <>
          <Text size="sm" c="dimmed">
            Esta ordem ainda não é a sua resposta: mova os itens ou confirme.
          </Text>
          <Button variant="default" w="fit-content" mih={44} onClick={() => give(shown, shown[0]!, 'down')}>
            Confirmar esta ordem
          </Button>
        </>
      )}
    </Stack>
  )
}
