/** The lowest id, before which no row comes. No row has it. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000'
