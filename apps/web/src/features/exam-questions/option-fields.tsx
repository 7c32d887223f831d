import { Checkbox, Group, Input, Radio, Stack, Text } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useRef, useState } from 'react'
import { MoveButtons, moveItem, useMovedFocus, type Way } from '../../ui/exam-answers/move-buttons.tsx'
import { LazyQuestionTextField, LazySharedToolbar } from '../../ui/question-text/lazy-question-text-field.tsx'
import classes from './exam-questions.module.css'
import { canAddOption, canRemoveOption, newOption, type OptionValues } from './question-values.ts'
import { AddText, RemoveText } from './text-buttons.tsx'
import type { QuestionForm } from './use-question-form.ts'

/** Options to choose from, those that are right marked. One toolbar serves all of them: ten would be taller than the options. */
export function OptionFields({ form }: { form: QuestionForm }) {
  const [editor, setEditor] = useState<Editor | null>(null)
  const { options, kind } = form.values
  const isOne = kind === 'one'
  const isOrder = kind === 'order'
  const [noun, all] = isOrder ? ['Item', 'Itens'] : ['Opção', 'Opções']
  const list = useRef<HTMLDivElement>(null)
  const focusNext = useMovedFocus(list)
  const setOptions = (next: OptionValues[]) => form.setFieldValue('options', next)
  const mark = (id: string, isRight: boolean) =>
    setOptions(
      options.map((option) => ({
        ...option,
        isRight: option.id === id ? isRight : isOne ? false : option.isRight,
      })),
    )
  const remove = (id: string) => {
    setEditor(null)
    setOptions(options.filter((option) => option.id !== id))
  }
  const move = (id: string, at: number, way: Way) => {
    focusNext(id, { to: way === 'up' ? at - 1 : at + 1, count: options.length, way })
    setOptions(moveItem(options, at, way))
  }
  const Mark = isOne ? Radio : Checkbox
  return (
    <Stack gap="sm" role="group" aria-label={all} ref={list}>
      {isOrder && (
        <Text size="sm" c="dimmed">
          Escreva os itens na ordem certa: o aluno os recebe em outra. Quem acerta só uma parte da ordem ganha uma parte
          dos pontos.
        </Text>
      )}
      <LazySharedToolbar label={all.toLowerCase()} editor={editor && !editor.isDestroyed ? editor : null} />
      {options.map(({ id, html, isRight }, at) => (
        <div key={id} className={classes.option}>
          {isOrder ? (
            <Group gap={4} wrap="nowrap" mt={7}>
              <MoveButtons
                id={id}
                name={`item ${at + 1}`}
                at={at}
                count={options.length}
                onMove={(way) => move(id, at, way)}
              />
            </Group>
          ) : (
            <Mark
              name="right"
              size="md"
              className={classes.mark}
              label={at + 1}
              aria-label={`Opção ${at + 1} é certa`}
              title="Marque se é certa"
              checked={isRight}
              onChange={(event) => mark(id, event.currentTarget.checked)}
            />
          )}
          <LazyQuestionTextField
            label={`${noun} ${at + 1}`}
            placeholder={`${noun} ${at + 1}`}
            onActive={setEditor}
            {...form.getInputProps(`options.${at}.html`)}
            value={html}
          />
          <RemoveText
            label={isOrder ? `Tirar o item ${at + 1}` : `Tirar a opção ${at + 1}`}
            isOff={!canRemoveOption(form.values)}
            onClick={() => remove(id)}
          />
        </div>
      ))}
      {form.errors.options && <Input.Error role="alert">{form.errors.options}</Input.Error>}
      <AddText isOff={!canAddOption(form.values)} onClick={() => setOptions([...options, newOption(options)])}>
        {isOrder ? 'Mais um item' : 'Mais uma opção'}
      </AddText>
    </Stack>
  )
}
