import type { AppThunk } from '../../../store/store.ts'

/** Ids of the files whose rows are rendered: their names are read first. */
class RowsInView {
  ids: readonly number[] = []
}

export const setRowsInView =
  (ids: readonly number[]): AppThunk =>
  (_dispatch, _getState, services) => {
    services.of(RowsInView).ids = ids
  }

export const rowsInView = (): AppThunk<readonly number[]> => (_dispatch, _getState, services) =>
  services.of(RowsInView).ids
