import { profiles, type SchoolData } from '@escola/contract/profiles.contract'
import { schools } from '@escola/contract/schools.contract'
import { api } from '../api/client.ts'
import SchoolDataModal from '../features/profiles/school-data-modal.tsx'
import { useSchool, useUser } from '../session/context.ts'
import { useRefresh } from '../ui/use-refresh.ts'

/** Asks for what is missing of the ways to reach a school and its administrator. */
export default function SchoolDataQuestion({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const school = useSchool()
  const user = useUser()!
  const refresh = useRefresh('context')
  const save = async ({ name, email, schoolCellphone, cellphone }: SchoolData) => {
    const params = { schoolId: school.id }
    await api(schools.update, { params, body: { name, email, cellphone: schoolCellphone, completes: true } })
    await api(profiles.update, { body: { schoolId: school.id, name: user.name, cellphone } })
    await refresh()
  }
  return <SchoolDataModal opened={opened} school={school} user={user} onSubmit={save} onClose={onClose} />
}
