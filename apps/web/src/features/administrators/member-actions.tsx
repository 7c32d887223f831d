import type { Administrator } from '@escola/contract/administrators.contract'
import { adminTexts } from '@escola/contract/messages'
import { teamTexts } from '@escola/contract/team-texts'
import { Group, Menu } from '@mantine/core'
import { IconArrowsExchange, IconEye, IconUserCog, IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { keepSeenPlace } from '../../api/seen-place.ts'
import { loadPage } from '../../api/token.ts'
import { useSchool } from '../../session/context.ts'
import { RowMenu } from '../../ui/lists/row-menu.tsx'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { useRemoveAdministrator } from './administrators.queries.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { RolesDialog } from './roles-dialog.tsx'

/** Acts on another member of the team. An owner can't remove their own account, so a school keeps at least one. */
export function MemberActions({ user }: { user: Administrator }) {
  const school = useSchool()
  const [open, setOpen] = useState<'roles' | 'handOver'>()
  const { mutateAsync: remove } = useRemoveAdministrator()
  const isStudent = user.role.includes('student')
  const isOwner = user.team_roles.includes('owner')
  const close = () => setOpen(undefined)
  const handleSee = () => {
    const courseIds = user.degrees.map(({ id }) => id)
    keepSeenPlace({ schoolId: school.id, roles: user.team_roles, courseIds, mayPublish: user.may_publish })
    // A new load, because all that is shown was read in the own place.
    loadPage(`${school.base_path}/`)
  }
  const texts = isOwner
    ? { question: adminTexts.losesAdministration, done: adminTexts.administratorRemoved }
    : { question: teamTexts.leaves, done: teamTexts.left }
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <RowMenu label={`Ações de ${user.name}`}>
        <Menu.Item leftSection={<IconUserCog size={16} aria-hidden />} onClick={() => setOpen('roles')}>
          Mudar papel
        </Menu.Item>
        {!isOwner && (
          <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={handleSee}>
            Ver como este papel
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconArrowsExchange size={16} aria-hidden />} onClick={() => setOpen('handOver')}>
          Passar a escola adiante
        </Menu.Item>
      </RowMenu>
      <RemoveButton
        label={`Remover ${user.name}`}
        icon={IconUserMinus}
        question={makeDangerQuestion(texts.question({ name: user.name, isStudent }))}
        change={() => remove(user.user_id)}
        done={texts.done(user.name)}
      />
      <RolesDialog user={user} isOpen={open === 'roles'} onClose={close} />
      <HandOverDialog user={user} isOpen={open === 'handOver'} onClose={close} />
    </Group>
  )
}
