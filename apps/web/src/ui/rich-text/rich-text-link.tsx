import { Button, Group, Popover, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { Link, RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { linkAddress } from './rich-text-address.ts'
import classes from './rich-text-field.module.css'

const isAllowed = (address: string | undefined) => linkAddress(address ?? '') !== undefined

/** Every address is made whole, also a pasted one; what the server would drop is no link here either. */
export const RichTextLink = Link.extend({
  addOptions() {
    const options = this.parent!()
    return {
      ...options,
      defaultProtocol: 'https',
      isAllowedUri: isAllowed,
      shouldAutoLink: (address: string) => isAllowed(address) && options.shouldAutoLink(address),
      HTMLAttributes: { class: null, rel: null, target: null },
    }
  },
  // The address alone: where a link opens and whom it trusts is not its author's to say.
  addAttributes() {
    return {
      href: { default: null, parseHTML: (link: HTMLElement) => linkAddress(link.getAttribute('href') ?? '') },
    }
  },
})

/** Sets, changes and takes away a link. */
export function RichTextLinkControl() {
  const { editor, labels, getStyles } = useRichTextEditorContext()
  const [typed, setTyped] = useState<string>()
  const [isRefused, setRefused] = useState(false)
  const edit = (address: string | undefined) => {
    setTyped(address)
    setRefused(false)
  }
  const open = () => edit(editor?.getAttributes('link').href ?? '')
  useWindowEvent('edit-link', open)

  const save = (text: string) => {
    if (!editor) return
    const href = linkAddress(text)
    if (text !== '' && !href) return setRefused(true)
    edit(undefined)
    const change = editor.chain().focus().extendMarkRange('link')
    if (!href) return change.unsetLink().run()
    if (editor.isActive('link') || !editor.state.selection.empty) return change.setLink({ href }).run()
    // Without a selection the address itself becomes the text, and the text after it is no link.
    const marks = [{ type: 'link', attrs: { href } }]
    return change.insertContent({ type: 'text', text, marks }).unsetMark('link').run()
  }

  return (
    <Popover
      opened={typed !== undefined}
      onChange={(opened) => opened || edit(undefined)}
      closeOnEscape={false}
      width="min(23rem, calc(100vw - 1.5rem))"
      trapFocus
      shadow="md"
    >
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={labels.linkControlLabel}
          title={labels.linkControlLabel}
          active={editor?.isActive('link')}
          onClick={open}
        >
          <IconLink {...getStyles('controlIcon')} stroke={1.5} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown
        p="xs"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          edit(undefined)
          editor?.commands.focus()
        }}
      >
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            className={classes.linkInput}
            type="url"
            aria-label={labels.linkEditorInputLabel}
            placeholder={labels.linkEditorInputPlaceholder}
            value={typed ?? ''}
            error={isRefused && 'Preencha um endereço completo, como https://exemplo.com'}
            onChange={(event) => edit(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              save(event.currentTarget.value.trim())
            }}
          />
          <Button variant="default" onClick={() => save(typed?.trim() ?? '')}>
            {labels.linkEditorSave}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
