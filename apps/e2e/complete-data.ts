import { expect, type Page } from '@playwright/test'

/** Fills in how the school and its new owner are reached, which the home asks for before anything else. */
export async function completeData(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Complete os dados da escola' })
  await expect(dialog).toBeVisible()
  for (const field of await dialog.locator('input[type=tel]').all()) await field.fill('11912345678')
  await dialog.getByRole('button', { name: 'Atulalizar dados' }).click()
  await expect(dialog).toBeHidden()
}
