"""What every seat of a game of Phraya knows, in plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.phraya.reference_board import STALLS
from tests.phraya.reference_box import BONUSES, EFFECTS, GOODS, KINDS, PASSIVES

if TYPE_CHECKING:
    from tests.phraya.reference import Game

EMPTY = -1
IN_HAND, IN_DISCARD = 1, 2

# Room in a view.
SEATS, CARDS, DISPLAY, ORDERS, BASKETS, BOXES, SPACES = 4, 40, 6, 40, 12, 10, 10
COLUMNS, TEMPLE_SECTIONS, KING_SPACES = 8, 4, 8


def view(game: Game) -> dict[str, Any]:
    """Return what every seat knows, the same for all: plain numbers and lists, filled up to the room there is."""
    return {**_market(game), **_players(game), **_supply(game), **_print(game)}


def _market(game: Game) -> dict[str, Any]:
    """Return what lies on the market and the charts, and whose turn it is."""
    return {
        "turn": game.turn,
        "seat": game.seat,
        "players": game.players,
        "decision": game.decision,
        "conditions": sum(2**bit for bit, met in enumerate(game.conditions()) if met),
        "played": game.played,
        "blocked": game.blocked,
        "visited": list(game.visited),
        "tithed": game.tithed,
        "barge": game.barge,
        "boat": _filled([board.boat for board in game.boards], SEATS, EMPTY),
        "stall": [KINDS.index(kind) for kind in game.kind],
        "silhouette": list(game.silhouette),
        "owner": list(game.owner),
        "order_at": [game.order_at.get(stall, EMPTY) for stall in range(len(STALLS))],
        "basket_at": [game.basket_at.get(stall, EMPTY) for stall in range(len(STALLS))],
        "price_box": list(game.boxes),
        "merchant_at": game.merchant_at,
        "display": _filled(game.display, DISPLAY, EMPTY),
        "temple_disk": [_filled(row, COLUMNS, EMPTY) for row in game.temple_disks],
        "king_disk": [_filled(row, KING_SPACES, EMPTY) for row in game.king_disks],
    }


def _players(game: Game) -> dict[str, Any]:
    """Return what the players have."""
    by_seat: dict[str, list[Any]] = {
        "coins": [board.coins for board in game.boards],
        "flowers": [board.flowers for board in game.boards],
        "favors": [board.favors for board in game.boards],
        "goods": [list(board.goods) for board in game.boards],
        "room": [board.room for board in game.boards],
        "baskets": [len(board.baskets) for board in game.boards],
        "rowers": [board.rowers for board in game.boards],
        "stalls_left": [board.stalls_left for board in game.boards],
        "disks_left": [board.disks_left for board in game.boards],
        "stalls": [game.stalls_owned(p) for p in range(game.players)],
        "offerings": [game.offerings(p) for p in range(game.players)],
        "section_disks": [_filled(game.section_disks(p), TEMPLE_SECTIONS, 0) for p in range(game.players)],
        "tithes": [game.tithes(p) for p in range(game.players)],
        "orders": [len(board.orders) for board in game.boards],
        "order_vp": [sum(game.box.orders[order].points for order in board.orders) for board in game.boards],
        "cards": [
            [IN_HAND if card in board.hand else IN_DISCARD if card in board.discard else 0 for card in range(CARDS)]
            for board in game.boards
        ],
    }
    nothing = {name: [0] * len(values[0]) if isinstance(values[0], list) else 0 for name, values in by_seat.items()}
    return {name: _filled(values, SEATS, nothing[name]) for name, values in by_seat.items()}


def _supply(game: Game) -> dict[str, Any]:
    """Return what is left, and what of it is known."""
    unseen_orders = [order for stack in [*game.stacks, game.removed] for order in stack]
    return {
        "flowers_left": game.flowers_left,
        "favors_left": game.favors_left,
        "rowers_left": game.rowers_left,
        "goods_left": list(game.goods_left),
        "deck_left": len(game.deck),
        "deck_known": game.deck_known,
        "deck_bottom": _filled(game.deck[: game.deck_known], CARDS, 0),
        "stack_left": [len(stack) for stack in game.stacks],
        "bag_left": len(game.bag),
        "unseen_cards": [game.deck[game.deck_known :].count(card) for card in range(CARDS)],
        "unseen_orders": [unseen_orders.count(order) for order in range(ORDERS)],
        "unseen_baskets": [game.bag.count(kind) for kind in range(BASKETS)],
    }


def _print(game: Game) -> dict[str, Any]:
    """Return what is printed."""
    no_goods, edition = [0] * len(GOODS), game.edition
    bonuses = [BONUSES.index(card.bonus) if card.bonus in BONUSES else EMPTY for card in game.box.cards]
    return {
        "boxes": len(game.box.chart[0]),
        "price": [_filled(boxes, BOXES, 0) for boxes in game.box.chart],
        "merchant_spaces": len(game.box.merchant),
        "merchant": _filled([list(goods) for goods in game.box.merchant], SPACES, [0, 0]),
        "basics": game.box.basics,
        "n_cards": len(game.box.cards),
        "effect": _filled([list(card.effects.values()) for card in game.box.cards], CARDS, [0] * len(EFFECTS)),
        "passive": _filled([PASSIVES.index(card.passive) for card in game.box.cards], CARDS, 0),
        "bonus": _filled(bonuses, CARDS, EMPTY),
        "cost_coins": _filled([card.coins for card in game.box.cards], CARDS, 0),
        "cost_flowers": _filled([card.flowers for card in game.box.cards], CARDS, 0),
        "columns": len(game.box.column_flowers),
        "temple_flowers": _filled(game.box.column_flowers, COLUMNS, 0),
        "temple_section": _filled(game.box.column_section, COLUMNS, 0),
        "n_sections": len(game.box.section_points),
        "section_points": _filled([points for points, _ in game.box.section_points], TEMPLE_SECTIONS, 0),
        "section_penalty": _filled([penalty for _, penalty in game.box.section_points], TEMPLE_SECTIONS, 0),
        "king_spaces": [len(row) for row in game.box.king],
        "king_coins": [_filled([space.coins for space in row], KING_SPACES, 0) for row in game.box.king],
        "king_flowers": [_filled([space.flowers for space in row], KING_SPACES, 0) for row in game.box.king],
        "king_goods": [_filled([list(space.goods) for space in row], KING_SPACES, no_goods) for row in game.box.king],
        "order_type": _filled([order.type for order in game.box.orders], ORDERS, 0),
        "order_goods": _filled([list(order.goods) for order in game.box.orders], ORDERS, no_goods),
        "order_points": _filled([order.points for order in game.box.orders], ORDERS, 0),
        "order_coins": _filled([order.coins for order in game.box.orders], ORDERS, 0),
        "basket_goods": _filled([list(basket.goods) for basket in game.box.baskets], BASKETS, [0, 0]),
        "basket_price": _filled([basket.price for basket in game.box.baskets], BASKETS, 0),
        "basket_spaces": edition.basket_spaces,
        "max_rowers": edition.max_rowers,
        "stall_price": edition.stall_price,
        "stall_discount_price": edition.stall_discount_price,
        "temple_discount": edition.temple_discount,
        "coins_per_point": edition.coins_per_point,
        "king_first": edition.king_first,
        "king_second": edition.king_second,
        "king_set": edition.king_set,
        "offering_points": list(game.box.offering_points),
        "stall_first": [first for first, _ in game.box.stall_points],
        "stall_second": [second for _, second in game.box.stall_points],
        "bonus_points": [game.box.bonus_points[bonus] for bonus in BONUSES],
    }


def _filled(values: list[Any], room: int, with_what: Any) -> list[Any]:
    """Return the values with others after them, `room` in all."""
    return values + [with_what] * (room - len(values))
