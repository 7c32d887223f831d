import { minuteMs } from '@escola/contract/durations'
import { digits } from '@escola/contract/people'
import { tidyPhone } from '@escola/contract/phones'
import { type ProfileChange, profiles } from '@escola/contract/profiles.contract'
import type { Context, User } from '@escola/contract/schools.contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { upload } from '../../api/upload.ts'
import { contextQuery, useAppContext, useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { nounKey } from '../../ui/nouns.ts'

const signedLinksLastMs = 5 * minuteMs

export const profileQueries = {
  all: (schoolId: string) => nounKey(schoolId, 'profiles'),
  one: (schoolId: string, link: string) =>
    queryOptions({
      queryKey: [...profileQueries.all(schoolId), 'one', link],
      queryFn: ({ signal }) => api(profiles.get, { params: { schoolId, link }, signal }),
      // The links to one's own files are good for some minutes.
      refetchInterval: ({ state }) =>
        state.data?.certificates.some(({ pdf }) => pdf.startsWith('/api/')) ? signedLinksLastMs : false,
    }),
}

/** Changes the stored user before the server has answered. */
const changeUser = (client: QueryClient, change: Partial<User>) =>
  client.setQueryData(
    contextQuery.queryKey,
    (context): Context | undefined => context && { ...context, user: context.user && { ...context.user, ...change } },
  )
/** Reads the current user, for a change that may have to be undone. */
const getUser = (client: QueryClient) => client.getQueryData(contextQuery.queryKey)?.user ?? undefined

/** Forgets the user's own public profile too, if it has been opened. */
function useForgetProfile() {
  const { school } = useAppContext()
  const client = useQueryClient()
  return () => school && client.invalidateQueries({ queryKey: profileQueries.all(school.id) })
}

/** Shown at once everywhere; what was there comes back when the server refuses. */
export function useSaveAccount() {
  const { school } = useAppContext()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Omit<ProfileChange, 'schoolId'>) =>
      withProof(() =>
        api(profiles.update, { body: { ...change, ...(school && !school.is_blocked ? { schoolId: school.id } : {}) } }),
      ),
    onMutate: async ({ name, cpf, cellphone }) => {
      // A context that is on its way would bring back what was.
      await client.cancelQueries(contextQuery)
      const before = getUser(client)
      changeUser(client, {
        ...(name === undefined ? {} : { name }),
        ...(cpf === undefined ? {} : { cpf: digits(cpf) }),
        ...(cellphone === undefined ? {} : { cellphone: tidyPhone(cellphone) }),
      })
      return before
    },
    onError: (_error, _change, before) => {
      if (before) changeUser(client, { name: before.name, cpf: before.cpf, cellphone: before.cellphone })
    },
    onSuccess: useForgetProfile(),
  })
}

const field = 'profile_img_url'

export function useUploadPicture() {
  const { id: schoolId } = useSchool()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ file, onProgress }: { file: File; onProgress: (done: number) => void }) =>
      upload(profiles.uploadPicture, { fields: { field, schoolId }, file, onProgress }),
    onSuccess: ({ user }) => changeUser(client, user),
    onSettled: useForgetProfile(),
  })
}

/** Removes the picture from the screen before the server has answered. */
export function useRemovePicture() {
  const { id: schoolId } = useSchool()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api(profiles.removePicture, { body: { field, schoolId } }),
    onMutate: () => {
      const before = getUser(client)
      changeUser(client, { profile_img_url: '' })
      return before
    },
    onError: (_error, _nothing, before) => changeUser(client, { profile_img_url: before?.profile_img_url ?? '' }),
    onSettled: useForgetProfile(),
  })
}

export function useSaveDescription(link: string) {
  const { id: schoolId } = useSchool()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (profile_description: string) =>
      api(profiles.saveDescription, { params: { schoolId }, body: { profile_description } }),
    onSuccess: ({ user }) => {
      changeUser(client, user)
      client.setQueryData(
        profileQueries.one(schoolId, link).queryKey,
        (profile) => profile && { ...profile, user: { ...profile.user, ...user } },
      )
    },
  })
}
