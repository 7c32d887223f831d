import { profiles, type SchoolData } from '@escola/contract/profiles.contract'
import { schools } from '@escola/contract/schools.contract'
import { useState } from 'react'
import { api } from '../api/client.ts'
import SchoolDataModal from '../features/profiles/school-data-modal.tsx'
import { useSchool, useUser } from '../session/context.ts'
import { useRefresh } from '../ui/use-refresh.ts'

/** Asks for the telephones of a school and its administrator, when both are missing. */
export default function SchoolDataQuestion() {
  const school = useSchool()
  const user = useUser()!
  const [opened, setOpened] = useState(true)
  const refresh = useRefresh('context')
  const save = async ({ name, email, schoolCellphone, cellphone }: SchoolData) => {
    const params = { schoolId: school.id }
    await api(schools.update, { params, body: { name, email, cellphone: schoolCellphone } })
    await api(profiles.update, { body: { schoolId: school.id, name: user.name, cellphone } })
    await refresh()
  }
  return (
    <SchoolDataModal opened={opened} school={school} user={user} onSubmit={save} onClose={() => setOpened(false)} />
  )
}
