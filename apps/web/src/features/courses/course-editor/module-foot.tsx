import { IconPlus } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { BusyButton } from '../../../ui/busy-button.tsx'
import classes from './outline.module.css'

interface Props {
  moduleKey: string
  onNewLesson: (key: string) => Promise<void>
}

export const ModuleFoot = memo(function ModuleFoot({ moduleKey, onNewLesson }: Props) {
  const [creating, setCreating] = useState(false)
  return (
    <div className={classes.moduleFoot}>
      <BusyButton
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={16} />}
        busy={creating}
        data-new-lesson
        onClick={async () => {
          setCreating(true)
          await onNewLesson(moduleKey)
          setCreating(false)
        }}
      >
        Nova aula
      </BusyButton>
    </div>
  )
})
